import { mount } from 'svelte'
import '../lib/theme/theme.css'
import Preview from './Preview.svelte'

const target = document.getElementById('preview')
if (!target) throw new Error('preview.html has lost its #preview element.')
mount(Preview, { target })
