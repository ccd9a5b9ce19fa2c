import Foundation
import PageParts
import TeamAshaApp

/// The content of a page.
struct ClubPage: Sendable {
    /// The heading, and the title of the window.
    let title: String
    /// The tab of the page; `nil` for pages outside of the tabs.
    let tab: ClubTab?
    /// Whether the page has the navigation.
    let isSignedIn: Bool
    /// The content under the heading.
    let content: Markup

    init(_ title: String, tab: ClubTab?, isSignedIn: Bool = true, _ content: Markup) {
        (self.title, self.tab, self.isSignedIn, self.content) = (title, tab, isSignedIn, content)
    }
}

/// A request of a rider for a page.
@MainActor struct ClubVisit {
    /// The view models of the rider.
    let club: SignedInClub
    /// The search and the filters.
    let query: FormFields
    /// The path with its query, to which forms return.
    let target: String
    /// The current time.
    let now: Date
}
