import { mount } from "svelte";

import App from "./App.svelte";
import "./app.css";
import { person } from "./lib/person";

// First of all: the address may give the secret of this person, and is cleared of it.
person();

const target = document.getElementById("app");
if (target === null) throw new Error("index.html has no element with the id app");
mount(App, { target });
