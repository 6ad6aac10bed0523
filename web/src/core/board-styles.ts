// board-styles.ts: fetches the styles of boards when the first board is drawn. The page names the file, because the
// bundler does not fetch styles together with parts that are fetched later.

let fetching: Promise<void> | null = null;

function fetchStyles(): Promise<void> {
  const address = document.querySelector<HTMLMetaElement>("meta[name=board-styles]")?.content;
  if (!address) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = address;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      fetching = null; // it is tried again with the next part that needs it
      reject(new Error("the styles of boards could not be fetched"));
    };
    document.head.append(link);
  });
}

/** Fetches the styles, once, and then what `load` fetches beside them. */
export async function withBoardStyles<T>(load: () => Promise<T>): Promise<T> {
  fetching ??= fetchStyles();
  const [part] = await Promise.all([load(), fetching]);
  return part;
}
