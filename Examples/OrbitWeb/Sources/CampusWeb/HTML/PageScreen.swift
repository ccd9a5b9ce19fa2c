import OrbitApp
import PageParts
import Presentation

/// The content of a page: a title, and regions that change independently of each other.
struct PageScreen: Sendable {
    /// A part of a page that is sent again as a whole when it changes.
    struct Region: Hashable, Sendable {
        let id: String
        let html: Markup

        init(_ id: String, _ html: Markup) {
            (self.id, self.html) = (id, html)
        }
    }

    /// The heading, and the title of the window.
    var title: String
    /// The tab of the page; `nil` for pages outside of the tabs.
    var tab: HomeTab?
    /// The regions, in order. Each id is unique on the page.
    var regions: [Region]
    /// Whether the page uses the whole width of a large window.
    var isWide = false

    init(_ title: String, tab: HomeTab? = nil, isWide: Bool = false, _ regions: [Region]) {
        (self.title, self.tab, self.regions, self.isWide) = (title, tab, regions, isWide)
    }

    /// Creates a screen of one region.
    init(_ title: String, tab: HomeTab? = nil, isWide: Bool = false, content: Markup) {
        self.init(title, tab: tab, isWide: isWide, [Region("content", content)])
    }
}
