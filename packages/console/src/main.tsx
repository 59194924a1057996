import './language.js';
import { render } from 'preact';
import { App } from './app.js';
import 'uplot/dist/uPlot.min.css';
import './styles/tokens.css';
import './styles/frame.css';
import './styles/parts.css';
import './styles/figures.css';
import './styles/areas.css';

const place = document.getElementById('console');
if (place !== null) render(<App />, place);
