import Foundation
import OrbitModels

/// A notice on the board of a campus.
public struct Notice: JSONKeyed, Identifiable {
    public static let jsonKey = "notice"

    public let id: NoticeID
    public var kind: NoticeKind
    public var text: String
    /// The person who has posted it.
    public var author: UserID
    /// The instant at which it was posted, by the clock of the server.
    public var postedAt: Date

    enum CodingKeys: String, CodingKey {
        case id, kind, text
        case author = "author_id"
        case postedAt = "posted_at"
    }

    public init(id: NoticeID, kind: NoticeKind, text: String, author: UserID, postedAt: Date) {
        (self.id, self.kind, self.text, self.author, self.postedAt) = (id, kind, text, author, postedAt)
    }

    /// The instant at which it is removed from the board.
    public var expiresAt: Date { postedAt.addingTimeInterval(NoticeRules.lifetime) }
}

/// Identifies a notice.
public typealias NoticeID = Identifier<Notice>

/// The subject of a notice.
public struct NoticeKind: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Something that takes place on campus.
    public static let event = Self(rawValue: "event")
    /// Something to give away, to lend or to sell.
    public static let offer = Self(rawValue: "offer")
    /// A thing or a person that the author is looking for.
    public static let wanted = Self(rawValue: "wanted")
    /// Something that was lost or found.
    public static let lostAndFound = Self(rawValue: "lost_and_found")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.event, .offer, .wanted, .lostAndFound]
}

extension NoticeKind: LocalizedTextConvertible {
    public static let vocabulary = Vocabulary(
        "notice_kind",
        ["event": "Event", "offer": "Offer", "wanted": "Wanted", "lost_and_found": "Lost and found"])
}
