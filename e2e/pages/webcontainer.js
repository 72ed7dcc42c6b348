// The stock client in `window.webcontainer`, and what is checked of it; loaded into a page when its runtime's origin is set.
import * as api from '@webcontainer/api';
import { CLIENT_CHECKS } from '../webcontainer/client-checks.ts';

window.webcontainer = api;
const context = {
  api,
  get container() {
    return window.container;
  },
  set container(booted) {
    window.container = booted;
  },
};
window.runCheck = (name) => CLIENT_CHECKS.find((check) => check.name === name).run(context);
