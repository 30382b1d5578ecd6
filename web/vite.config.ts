import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

import { locales } from "./build/locales.ts";

// The server of `python run.py play --no-browser`, for `npm run dev`.
const SERVER = "127.0.0.1:8731";

export default defineConfig({
  plugins: [svelte(), locales("../src/binokel/locales", ["web."])],
  build: {
    outDir: "../src/binokel/server/web_dist",
    emptyOutDir: true,
    // Browsers of about the last four years.
    target: ["chrome103", "edge103", "firefox103", "safari15.6"],
    // Everything is a file of its own: the content security policy knows no exceptions.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    proxy: { "/api": { target: `http://${SERVER}`, ws: true } },
  },
});
