import { render } from 'preact';
import '@xterm/xterm/css/xterm.css';
import './style.css';
import { App } from './components/app.tsx';
import { openDemo } from './state/demo.ts';
import { registerOffline } from './state/offline-page.ts';

const root = document.getElementById('app');
if (!root) throw new Error('the page has no place for the app');

const demo = openDemo();
render(<App demo={demo} />, root);
registerOffline(demo);
void demo.start();
