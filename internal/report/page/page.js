"use strict";
(() => {
	const $ = (id) => document.getElementById(id);
	const root = document.documentElement;
	const findings = [...document.querySelectorAll("article.finding")];

	// Nothing breaks where a browser keeps nothing for a file.
	const kept = (name) => {
		try { return localStorage.getItem("informerlint." + name); } catch { return null; }
	};
	const keep = (name, value) => {
		try { localStorage.setItem("informerlint." + name, value); } catch { /* then it is for now only */ }
	};

	// The header sticks, so what is scrolled to must stop below it.
	const top = document.querySelector(".top");
	const measure = () => root.style.setProperty("--top", getComputedStyle(top).position === "sticky" ? top.offsetHeight + "px" : "0px");
	document.querySelector(".buttons").hidden = false;
	if ($("filters")) $("filters").hidden = false;
	addEventListener("resize", measure);
	measure();
	if (matchMedia("(max-width: 72rem)").matches && findings.length > 3 && $("contents")) $("contents").open = false;

	// Dark and light.
	const system = matchMedia("(prefers-color-scheme: dark)");
	const dark = () => (root.dataset.theme || (system.matches ? "dark" : "light")) === "dark";
	const paint = () => $("theme").setAttribute("aria-pressed", dark());
	const turn = () => {
		root.dataset.theme = dark() ? "light" : "dark";
		keep("theme", root.dataset.theme);
		paint();
	};
	if (["dark", "light"].includes(kept("theme"))) root.dataset.theme = kept("theme");
	system.addEventListener("change", paint);
	$("theme").addEventListener("click", turn);
	paint();

	// Filters.
	const text = new Map(findings.map((f) => [f, [".place", ".rule", ".message"].map((s) => f.querySelector(s).textContent).join(" ").toLowerCase()]));
	const shown = () => findings.filter((f) => !f.hidden);
	const plural = (n) => n + (n === 1 ? " finding" : " findings");
	const filter = () => {
		const check = $("by-check").value, rule = $("by-rule").value, severity = $("by-severity").value;
		const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
		for (const f of findings) {
			const d = f.dataset;
			f.hidden = !((!check || d.check === check) && (!rule || d.rule === rule) && (!severity || d.severity === severity) &&
				words.every((w) => text.get(f).includes(w)));
			const link = document.querySelector(`nav a[href="#${f.id}"]`);
			if (link) link.parentElement.hidden = f.hidden;
		}
		for (const e of document.querySelectorAll(".file, .check, .suppressed")) e.hidden = !e.querySelector("article:not([hidden])");
		for (const e of document.querySelectorAll("nav .group")) e.hidden = !e.querySelector("li:not([hidden])");
		const reported = (list) => list.filter((f) => !f.closest(".suppressed")).length;
		const n = reported(shown()), all = reported(findings);
		$("count").textContent = n === all ? plural(all) : `${n} of ${plural(all)}`;
		$("nothing").hidden = n > 0;
	};
	if ($("filters")) {
		$("filters").addEventListener("input", filter);
		$("filters").addEventListener("submit", (e) => e.preventDefault());
		$("clear").addEventListener("click", () => {
			$("filters").reset();
			filter();
		});
		filter(); // a browser may have kept what was chosen
	}

	// From one finding to the next.
	let current = null;
	const select = (f) => {
		current = f;
		for (const a of document.querySelectorAll("nav a[aria-current]")) a.removeAttribute("aria-current");
		const link = document.querySelector(`nav a[href="#${f.id}"]`);
		if (link) link.setAttribute("aria-current", "true");
	};
	const go = (by) => {
		const list = shown();
		if (!list.length) return;
		const at = list.indexOf(current);
		const next = at < 0 ? (by > 0 ? 0 : list.length - 1) : Math.min(Math.max(at + by, 0), list.length - 1);
		list[next].focus({ preventScroll: true });
		list[next].scrollIntoView({ block: "start" });
		select(list[next]);
	};
	const fold = (what) => {
		const d = (current && !current.hidden ? current : shown()[0])?.querySelector("details." + what);
		if (d) d.open = !d.open;
	};
	document.addEventListener("focusin", (e) => {
		const f = e.target.closest("article.finding");
		if (f) select(f);
	});
	const arrive = () => {
		const f = document.getElementById(location.hash.slice(1))?.closest("article.finding");
		if (f) select(f);
	};
	addEventListener("hashchange", arrive);
	arrive();

	// Keys.
	$("shortcuts").checked = kept("keys") !== "off";
	$("shortcuts").addEventListener("change", () => keep("keys", $("shortcuts").checked ? "on" : "off"));
	$("keys").addEventListener("click", () => $("help").showModal());
	const keys = {
		j: () => go(1), k: () => go(-1), ArrowRight: () => go(1), ArrowLeft: () => go(-1),
		f: () => fold("fix"), r: () => fold("run"), d: turn, "?": () => $("help").showModal(),
		"/": () => $("search")?.focus(),
	};
	document.addEventListener("keydown", (e) => {
		if (e.key === "Escape" && e.target.id === "search") e.target.blur();
		if (e.ctrlKey || e.metaKey || e.altKey || $("help").open || !$("shortcuts").checked) return;
		if (e.target.closest("input, select, textarea")) return;
		if (e.key.startsWith("Arrow") && e.target.closest(".scroll")) return; // they scroll it
		if (Object.hasOwn(keys, e.key)) {
			e.preventDefault();
			keys[e.key]();
		}
	});

	// All of it on paper.
	let closed = [];
	addEventListener("beforeprint", () => {
		closed = [...document.querySelectorAll("details:not([open])")];
		for (const d of closed) d.open = true;
	});
	addEventListener("afterprint", () => {
		for (const d of closed) d.open = false;
	});
})();
