# Completion of apparat for fish. The program itself tells what can follow.
function __apparat_complete
    set -l words (commandline -opc)
    set -l word (commandline -ct)
    set -l before (string match -r -- '^--[^=]*=' "$word")
    set -l rest (string replace -r -- '^--[^=]*=' '' "$word")
    for line in ($words[1] complete $words[2..-1] "$word" 2>/dev/null)
        switch $line
            case ':files*'
                set -l suffix (string replace -r '^:files ?' '' $line)
                for path in (__fish_complete_path "$rest" | string replace -r '\t.*' '')
                    if string match -q -- '*/' $path; or string match -q -- "*$suffix" $path
                        echo -- "$before$path"
                    end
                end
            case ':folders'
                for path in (__fish_complete_directories "$rest" | string replace -r '\t.*' '')
                    echo -- "$before$path"
                end
            case '*'
                echo -- $line
        end
    end
end
complete -c apparat -f -a '(__apparat_complete)'
