# Completion of apparat for bash. The program itself tells what can follow.
_apparat() {
	local line=${COMP_LINE:0:COMP_POINT} words=() word before suffix
	# Bash takes words apart at = and :, the program does not.
	for word in "${COMP_WORDS[@]:0:COMP_CWORD}"; do
		if [[ ${#words[@]} -eq 0 || $line == [[:space:]]* ]]; then
			words+=("$word")
			line=${line#"${line%%[![:space:]]*}"}
		else
			words[-1]+=$word
		fi
		line=${line#"$word"}
	done
	if [[ $line == [[:space:]]* ]]; then
		words+=("${line#"${line%%[![:space:]]*}"}")
	else
		words[-1]+=$line
	fi
	before=${words[-1]%"$2"}
	COMPREPLY=()
	while IFS= read -r word; do
		case $word in
		:files*)
			suffix=${word#:files}
			compopt -o filenames
			mapfile -t COMPREPLY < <(
				compgen -f -X "!*${suffix# }" -- "$2"
				[[ -z $suffix ]] || compgen -d -- "$2"
			)
			;;
		:folders)
			compopt -o filenames
			mapfile -t COMPREPLY < <(compgen -d -- "$2")
			;;
		*)
			[[ $word != *= ]] || compopt -o nospace
			COMPREPLY+=("${word#"$before"}")
			;;
		esac
	done < <("${1/#\~\//$HOME/}" complete "${words[@]:1}" 2>/dev/null)
}
complete -F _apparat apparat
