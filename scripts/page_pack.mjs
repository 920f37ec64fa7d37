// Packs files of the page with brotli, for the browsers that read it.
// Usage: node scripts/page_pack.mjs FOLDER FILE...: writes FOLDER/NAME.br for each file that becomes shorter.

import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const [folder, ...files] = process.argv.slice(2);
const compress = promisify(brotliCompress);

async function pack(file) {
  const data = await readFile(file);
  const packed = await compress(data, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: data.length } });
  if (packed.length < data.length) await writeFile(path.join(folder, `${path.basename(file)}.br`), packed);
}

await Promise.all(files.map(pack));
