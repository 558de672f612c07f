// Files that were dropped or chosen: those in folders and zip archives, too.

// More of them are no outputs of one program.
const MOST_FILES = 2000;

// Returns the files of a drop; a folder counts as the files in it.
const filesOf = async (dataTransfer) => {
  const entries = [...dataTransfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (!entries.some(({ isDirectory }) => isDirectory)) return [...dataTransfer.files];
  const files = [];
  const read = (act) => new Promise((resolve, reject) => act(resolve, reject));
  while (entries.length && files.length < MOST_FILES) {
    const entry = entries.shift();
    if (entry.isFile) files.push(await read((...both) => entry.file(...both)));
    else {
      // A reader gives a part of a large folder at a time.
      const reader = entry.createReader();
      for (let part; !part || part.length; entries.push(...part)) part = await read((...both) => reader.readEntries(...both));
    }
  }
  return files;
};

// Returns the files in a zip archive, by its central directory.
const unzipped = async (archive) => {
  const bytes = new Uint8Array(await archive.arrayBuffer());
  const view = new DataView(bytes.buffer);
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end -= 1;
  if (end < 0) throw new Error("it is not a zip archive");
  const files = [];
  let at = view.getUint32(end + 16, true);
  for (let left = Math.min(MOST_FILES, view.getUint16(end + 10, true)); left > 0; left -= 1) {
    const [method, name, extra, comment] = [10, 28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    const [packed, size] = [20, 24].map((offset) => view.getUint32(at + offset, true));
    const start = view.getUint32(at + 42, true);
    const path = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + name));
    const data = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
    at += 46 + name + extra + comment;
    if (path.endsWith("/")) continue;
    if (size > LONGEST_OUTPUT) throw new Error(`${path} is too large for an output`);
    const part = new Blob([bytes.subarray(data, data + packed)]);
    const stream = method === 8 ? part.stream().pipeThrough(new DecompressionStream("deflate-raw")) : part.stream();
    files.push(new File([await new Response(stream).arrayBuffer()], path.split("/").at(-1)));
  }
  return files;
};
