/* drawings.h: pictures of a game's table as SVG. Games with a map have a drawing. */
#ifndef APPARAT_DRAWINGS_H
#define APPARAT_DRAWINGS_H

#include <apparat/text.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Returns whether there is a drawing of a game. */
AP_API bool ap_has_drawing(const ap_game *game);

/* Returns the table as an SVG document, which is `*length` bytes long and has a zero byte after
 * them; NULL if there is no drawing of the game, or no memory. `view` is a view, or a full state,
 * of which everything is shown. ap_free_text() of records.h frees the document. */
AP_API char *ap_draw(const ap_game *game, const void *view, ap_language language, size_t *length);

#ifdef __cplusplus
}
#endif
#endif
