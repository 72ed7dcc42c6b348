import { render } from 'preact';
import '../style.css';
import { ProbePage } from './probe-page.tsx';

const root = document.getElementById('app');
if (!root) throw new Error('the page has no place for the probe');
render(<ProbePage />, root);
