import { mount } from 'svelte'
import App from './App.svelte'
import './tokens.css'
import './base.css'
import './tables.css'
import { connect } from './state/connect'

const target = document.getElementById('app')
if (target) {
  mount(App, { target })
  void connect()
}
