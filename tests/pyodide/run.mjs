// Runs tests/pyodide/check.py in WebAssembly, where a browser would run the core.
// run.py beside it says where Pyodide's npm package and the wheels of the core lie.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const { BINOKEL_PYODIDE, BINOKEL_WHEELS } = process.env;
const ROOT = fileURLToPath(new URL("../..", import.meta.url));

async function check() {
  const module = pathToFileURL(join(BINOKEL_PYODIDE, "pyodide.mjs")).href;
  const pyodide = await (await import(module)).loadPyodide();
  for (const wheel of readdirSync(BINOKEL_WHEELS)) {
    pyodide.unpackArchive(new Uint8Array(readFileSync(join(BINOKEL_WHEELS, wheel))), "wheel");
  }
  pyodide.mountNodeFS("/binokel", ROOT);
  return pyodide.runPython(
    "import runpy; runpy.run_path('/binokel/tests/pyodide/check.py')['main']()",
  );
}

try {
  process.exitCode = (await check()) ? 1 : 0;
} catch (error) {
  console.error(error.message); // the stack would print Pyodide's source, one line of a megabyte
  process.exitCode = 1;
}
