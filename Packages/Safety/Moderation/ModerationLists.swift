public import OrbitModels
import Presentation

extension ListName {
    /// The cases that wait for a moderator.
    public static let moderationCases = Self(rawValue: "moderation.cases")
    /// The appeals that wait for a moderator.
    public static let moderationAppeals = Self(rawValue: "moderation.appeals")
    /// What moderators have done.
    public static let moderationAudit = Self(rawValue: "moderation.audit")
}

extension ListDefinition {
    /// A list of moderators, in the server's order. No event changes one.
    static func moderated(_ name: ListName) -> Self {
        Self(name, order: .asListed, people: { _ in [] }) { _, _ throws(LogEventError) in .applied }
    }
}

extension ListPage where Element: WireNamed {
    init(_ page: Page<Element>) {
        self.init(page.list, nextCursor: page.nextCursor, at: nil)
    }
}
