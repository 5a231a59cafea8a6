//! The pictures of a page that matter: those that cover a noticeable part of it, strips of one scan as one.

use crate::sheet::rounded;
use touchstone_intake::Region;
use touchstone_intake::validate::MAX_PICTURES;

/// Min fraction of the page that a picture covers; smaller ones are decoration.
pub(crate) const NOTICEABLE: f32 = 0.01;

/// Pictures that cover a noticeable part of the page. Strips of one scan are joined first.
pub(crate) fn noticeable(mut images: Vec<Region>, page: &Region) -> Vec<Region> {
    images.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let mut whole: Vec<Region> = Vec::new();
    for image in images.iter().filter_map(|image| image.intersection(page)) {
        match whole.last_mut() {
            Some(last)
                if (last.x - image.x).abs() < 2.0
                    && (last.right() - image.right()).abs() < 2.0
                    && image.y <= last.bottom() + 2.0 =>
            {
                *last = last.union(&image);
            }
            _ => whole.push(image),
        }
    }
    whole.retain(|image| image.area() >= NOTICEABLE * page.area());
    whole.sort_by(|a, b| b.area().total_cmp(&a.area()));
    whole.truncate(MAX_PICTURES);
    whole.into_iter().map(rounded).collect()
}
