import { render } from 'preact';
import { App } from './app.js';
import './styles/tokens.css';
import './styles/frame.css';
import './styles/parts.css';
import './styles/areas.css';
import 'uplot/dist/uPlot.min.css';

const place = document.getElementById('console');
if (place !== null) render(<App />, place);
