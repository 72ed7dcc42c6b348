import { defineConfig } from '@playwright/test';
import config from './playwright.config.ts';

/** Measures in the browser, one thing at a time; prints figures and asserts none. */
export default defineConfig({
  ...config,
  testMatch: '*.bench.ts',
  workers: 1,
  fullyParallel: false,
  timeout: 180_000,
  reporter: 'line',
});
