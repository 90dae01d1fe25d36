/// <reference types="vitest/config" />
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [react()],
  // The server writes the nonce of each answer in place of this word.
  html: { cspNonce: "__CSP_NONCE__" },
  build: {
    outDir: "../src/synslator/server/page",
    emptyOutDir: true,
    // Small files as data: URLs would be refused by the page's security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ["index.html", "docs.html"],
      // A slow machine is not worth a warning.
      checks: { bundlerTimings: false },
    },
    // The API documentation is one big file of somebody else's, loaded on its own page only.
    chunkSizeWarningLimit: 2000,
  },
  // `npm run dev` shows changes as they are saved, over a server started with `make run`.
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
  // The machines that run the tests are shared.
  test: { environment: "jsdom", testTimeout: 60_000 },
});
