/* Every word that was typed must be in the section; titles count more. INDEX is made by tools/site.py: [page, anchor, title, text]. */
const input = document.getElementById("search"), list = document.getElementById("found");

function score(row, words) {
	const title = row[2].toLowerCase(), text = row[3].toLowerCase();
	let sum = 0;
	for (const word of words) {
		const inTitle = title.includes(word), inText = text.includes(word);
		if (!inTitle && !inText)
			return 0;
		sum += (inTitle ? 10 : 0) + (inText ? 1 : 0);
	}
	return sum;
}

function show() {
	const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
	const rows = words.length ? INDEX.map(row => [score(row, words), row]).filter(x => x[0]).sort((a, b) => b[0] - a[0]).slice(0, 12) : [];
	list.replaceChildren(...rows.map(([, row]) => {
		const item = document.createElement("li"), link = document.createElement("a"), where = document.createElement("small");
		link.href = ROOT + row[0] + (row[1] ? "#" + row[1] : "");
		link.textContent = row[2];
		where.textContent = row[0];
		item.append(link, where);
		return item;
	}));
	list.hidden = !words.length;
	if (words.length && !rows.length)
		list.textContent = "Nothing found.";
}

input.addEventListener("input", show);
if (matchMedia("(max-width: 50rem)").matches) document.querySelector(".pages").open = false; /* a phone shows the page first */
