/* map.c: a picture of a game of Triumph of Chaos: the map, and a panel with what lies beside it. */
#include "parts.h"

/* ---- What the parts share -------------------------------------------------------------------- */

const char *tc_draw_word(const drawing *d, const char *name)
{
	char key[120];
	snprintf(key, sizeof key, "triumph-of-chaos.terminal.%s", name);
	const char *word = ap_word(d->language, key);
	return word ? word : name;
}

const char *tc_draw_owner(int owner)
{
	static const char *const letter[TC_OWNER_COUNT] = {[TC_SIDE_RED] = "r",
		[TC_SIDE_WHITE] = "w",
		[TC_PARTY_NOBODY] = "n",
		[TC_OWNER_CZECH_LEGION] = "c",
		[TC_OWNER_CENTRAL_POWERS] = "p"};
	return letter[owner];
}

void tc_draw_sign(const drawing *d, int owner, double x, double y, double radius)
{
	double r = radius;
	switch (owner) {
	case TC_SIDE_RED: /* a wedge */
		svg_put(d->out, "<path class=\"sign\" d=\"M%.1f,%.1fl%.1f,%.1fl%.1f,%.1fZ\"/>", x - r * 0.7,
			y - r * 0.8, 1.6 * r, 0.8 * r, -1.6 * r, 0.8 * r);
		break;
	case TC_SIDE_WHITE: /* a ring */
		svg_put(d->out, "<circle class=\"sign-ring\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>", x, y,
			r * 0.65);
		break;
	case TC_OWNER_CZECH_LEGION: /* bars */
		svg_put(d->out, "<path class=\"sign-line\" d=\"M%.1f,%.1fh%.1fm%.1f,%.1fh%.1f\"/>",
			x - r * 0.8, y - r * 0.4, 1.6 * r, -1.6 * r, 0.8 * r, 1.6 * r);
		break;
	case TC_OWNER_CENTRAL_POWERS: /* a cross */
		svg_put(d->out, "<path class=\"sign-line\" d=\"M%.1f,%.1fv%.1fm%.1f,%.1fh%.1f\"/>", x,
			y - r * 0.8, 1.6 * r, -0.8 * r, -0.8 * r, 1.6 * r);
		break;
	}
}

/* ---- The style sheet ------------------------------------------------------------------------- */

#define DISPLAY_FACE "'Oswald','Roboto Condensed','DejaVu Sans Condensed','Arial Narrow',sans-serif"
#define TEXT_FACE "'PT Sans','PT Sans Narrow','DejaVu Sans Condensed','Liberation Sans',sans-serif"

static const char ground_style[] =
	"text{font-family:" TEXT_FACE "}\n"
	".land{stroke-width:1.2}\n"
	".lr{fill:#ecc2b4;stroke:#ecc2b4}.lw{fill:#fbf6e6;stroke:#fbf6e6}"
	".ln{fill:#dcd7bf;stroke:#dcd7bf}.lc{fill:#bcd9d5;stroke:#bcd9d5}"
	".lp{fill:#c6c4cb;stroke:#c6c4cb}\n"
	".closed{fill:url(#closed)}\n"
	".border{stroke:#8d8168;stroke-width:2;stroke-dasharray:2 5;stroke-linecap:round}\n"
	".powers-line{stroke:#3b3d45;stroke-width:4;stroke-dasharray:14 8}\n"
	".front{stroke:#bf1e2e;stroke-width:5;stroke-linecap:round;opacity:.75}\n"
	".foreign{fill:#e9e1cd;stroke:#a99d84;stroke-width:1.5}\n"
	".sea{fill:#b7d0d9;stroke:#6d97a8;stroke-width:1.8}\n"
	".river,.stream{fill:none;stroke:#82aec3;stroke-linecap:round;stroke-linejoin:round}\n"
	".river{stroke-width:5}.stream{stroke-width:2;opacity:.8}\n"
	".sea-name{fill:#2c5d73;font-style:italic;text-anchor:middle;letter-spacing:3px}\n"
	".road{stroke:#55493a;stroke-width:1.8}\n"
	".rail{stroke:#14110d;stroke-width:4}.sleepers{stroke:#f6f0e1;stroke-width:1.8;"
	"stroke-dasharray:8 8}\n"
	".track{stroke:#55493a;stroke-width:2.2;stroke-dasharray:1 7;stroke-linecap:round}\n"
	".ferry{stroke:#1f5d86;stroke-width:2.4;stroke-dasharray:10 6}\n"
	".crossing{stroke:#1f6f9f;stroke-width:4;stroke-linecap:round}\n"
	".barrier{stroke:#14110d;stroke-width:2.6}\n"
	".region{font-family:" DISPLAY_FACE ";font-weight:700;font-size:30px;letter-spacing:6px;"
	"text-anchor:middle;fill:#6b5b42;opacity:.5}\n";

static const char piece_style[] =
	".or{fill:#bf1e2e}.ow{fill:#fffdf6}.on{fill:#c9c2a8}.oc{fill:#1d6872}.op{fill:#3b3d45}\n"
	".disc{stroke:#14110d;stroke-width:1.8}.plate{stroke:#14110d;stroke-width:1.2;rx:3px}\n"
	".ring{fill:none;stroke:#14110d;stroke-width:1.6}\n"
	".sign{fill:#fff}.sign-ring{fill:none;stroke:#14110d;stroke-width:1.6}"
	".sign-line{stroke:#fff;stroke-width:2;fill:none}\n"
	".name{font-size:13px;text-anchor:middle;stroke:#f8f3e4;stroke-width:3.4px;"
	"paint-order:stroke;stroke-linejoin:round;stroke-opacity:.85}\n"
	".city{font-size:14px;font-weight:700}\n"
	".city-star{fill:#e2a400;stroke:#14110d;stroke-width:1.2}\n"
	".forest{fill:#4d7048}.mountain{fill:#7d6347}.houses{fill:#5d564b}"
	".swamp{fill:none;stroke:#3d6f73;stroke-width:1.8}\n"
	".anchor{fill:none;stroke:#1b4a66;stroke-width:1.8}\n"
	".unit{stroke-width:2.2}.ur{stroke:#6d0f19}.uw{stroke:#14110d}.un{stroke:#8c846d}\n"
	".mark{text-anchor:middle;font-weight:700}\n"
	".strength{font-family:" DISPLAY_FACE ";font-weight:700;font-size:12.5px}\n"
	".rest{font-size:8px;text-anchor:end;font-weight:700}\n"
	".leader{stroke:#14110d;stroke-width:1.2;rx:6.5px}\n"
	".leader-name{font-size:10px;font-weight:700;text-anchor:middle}\n"
	".on-red{fill:#fff}.on-white{fill:#14110d}.oc~.on-white,.op~.on-white{fill:#fff}\n"
	".struck{stroke:#14110d;stroke-width:1.6}\n"
	".no-act{fill:#bf1e2e;stroke:#14110d;stroke-width:1.4}\n"
	".order{fill:#14110d;stroke:#fff;stroke-width:1.4}.fight{fill:#bf1e2e}\n"
	".order-sign{fill:none;stroke:#fff;stroke-width:2.2;stroke-linejoin:round}\n"
	".spent{fill:#b9b2a0;stroke:#14110d;stroke-width:1.2}\n"
	".gold{fill:#e2a400;stroke:#14110d;stroke-width:1.2}.wheel{fill:#14110d}\n"
	".pole{stroke:#14110d;stroke-width:1.6}.flag{stroke:#14110d;stroke-width:1}\n"
	".turned{stroke-dasharray:3 2}.garrison{stroke-width:3.4}\n"
	".affair{font-size:15px}.heading-of{font-weight:700;fill:#bf1e2e}\n"
	".attack{fill:#bf1e2e;stroke:#fff;stroke-width:1.6;opacity:.9}\n";

static const char panel_style[] =
	".paper{fill:#f6f0e1}.ink{fill:#14110d}.red{fill:#bf1e2e}.dim{fill:#5f5542}\n"
	".cartouche{fill:#f6f0e1;stroke:#14110d;stroke-width:2}\n"
	".key{font-size:15px}.small{font-size:12.5px}\n"
	".heading{font-family:" DISPLAY_FACE ";font-weight:700;font-size:21px;letter-spacing:1.5px}\n"
	".banner{font-family:" DISPLAY_FACE ";font-weight:700;font-size:58px;letter-spacing:1px;"
	"fill:#fff}\n"
	".date{font-family:" DISPLAY_FACE ";font-weight:700;font-size:30px}\n"
	".line{font-size:19px}\n"
	".big{font-family:" DISPLAY_FACE ";font-weight:700;font-size:92px;text-anchor:middle}\n"
	".side-name{font-family:" DISPLAY_FACE ";font-weight:700;font-size:30px;letter-spacing:2px}\n"
	".figure{font-size:18px}.value{font-weight:700;text-anchor:end}\n"
	".row{font-size:17px}.column{font-size:13px;font-weight:700;text-anchor:middle}\n"
	".rule{stroke:#14110d;stroke-width:1.4}.hair{stroke:#b8ad94;stroke-width:1}\n"
	".pin{stroke:#14110d;stroke-width:1.8}\n"
	".code{font-size:12px;font-weight:700;text-anchor:middle}\n"
	".card-text{font-size:15px}.middle{text-anchor:middle}.end{text-anchor:end}.light{fill:#fff}\n"
	".back{fill:#3b3d45;stroke:#14110d;stroke-width:1.4}.face{fill:#fffdf6;stroke:#14110d;"
	"stroke-width:1.4}\n";

static void put_head(const drawing *d)
{
	FILE *out = d->out;
	int width = TC_MAP_WIDTH + TC_PANEL_WIDTH, height = TC_MAP_HEIGHT;
	fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", out);
	svg_put(out,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
		"viewBox=\"0 0 %d %d\" lang=\"%s\">",
		width, height, width, height, ap_language_code(d->language));
	svg_title(out, ap_game_title(&triumph_of_chaos, d->language));
	fprintf(out, "<style>\n%s%s%s</style>\n", ground_style, piece_style, panel_style);
	svg_put(out,
		"<defs><pattern id=\"closed\" width=\"12\" height=\"12\" "
		"patternUnits=\"userSpaceOnUse\"><path d=\"M0,12L12,0\" stroke=\"#8d8168\" "
		"stroke-width=\"1.1\"/></pattern><clipPath id=\"map\"><rect width=\"%d\" "
		"height=\"%d\"/></clipPath></defs>",
		TC_MAP_WIDTH, TC_MAP_HEIGHT);
}

static void draw(const drawing *d)
{
	put_head(d);
	svg_put(d->out,
		"<g clip-path=\"url(#map)\"><rect width=\"%d\" height=\"%d\" fill=\"#e9e1cd\"/>",
		TC_MAP_WIDTH, TC_MAP_HEIGHT);
	tc_draw_land(d);
	tc_draw_water(d);
	tc_draw_regions(d);
	tc_draw_links(d);
	tc_draw_spaces(d);
	tc_draw_legend(d);
	tc_draw_affairs(d);
	fputs("</g>\n", d->out);
	tc_draw_panel(d);
	fputs("</svg>\n", d->out);
}

const drawing_of triumph_of_chaos_drawing = {draw};
