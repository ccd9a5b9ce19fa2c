import Foundation
import OrbitModels
import Presentation

extension EventKind {
    /// A notice was posted. Data: `Keyed<Notice>`.
    public static let noticePosted = EventKind(rawValue: "notice.posted")
    /// A notice was withdrawn. Data: `Keyed<NoticeID>`. There is no data if the account of the author was erased, so
    /// that lists and resources load again.
    public static let noticeWithdrawn = EventKind(rawValue: "notice.withdrawn")
}

extension ListName {
    /// The notices on the board of the campus, and each of them.
    public static let notices = ListName(rawValue: "notices")
}

extension EventCatalogue {
    /// The events of the board.
    public static let notices = EventCatalogue([
        .noticePosted: Keyed<Notice>.self, .noticeWithdrawn: Keyed<NoticeID>.self,
    ])
}

extension LogEvent {
    static func posted(_ notice: Notice) -> LogEvent { LogEvent(.noticePosted, data: Keyed(notice)) }

    static func withdrawn(_ id: NoticeID) -> LogEvent { LogEvent(.noticeWithdrawn, data: Keyed(id)) }
}

extension ListDefinition<Notice> {
    /// The notices of one kind, or of all kinds.
    public static func notices(of kind: NoticeKind?) -> Self {
        Self(
            .notices, order: .latestFirst(\.postedAt), people: { [$0.author] }, isExpired: { $1 >= $0.expiresAt },
            expiresAt: { $0.expiresAt }
        ) { event, notices throws(LogEventError) in
            switch event.kind {
            case .noticePosted:
                let notice = try event.data(Keyed<Notice>.self).value
                if kind == nil || notice.kind == kind { notices.upsert(notice) }
            case .noticeWithdrawn: notices.remove(try event.data(Keyed<NoticeID>.self).value)
            case .personChanged: break  // a notice shows nothing of a profile, so there is nothing to load
            default: return .unknown
            }
            return .applied
        }
    }
}

extension ResourceDefinition<Notice> {
    /// One notice.
    public static func notice(_ id: NoticeID) -> Self {
        Self(
            .notices, hide: { person, notice in if notice?.author == person { notice = nil } }
        ) { event, notice throws(LogEventError) in
            switch event.kind {
            case .noticeWithdrawn:
                if try event.data(Keyed<NoticeID>.self).value == id { notice = nil }
            case .noticePosted, .personChanged: break  // a notice never changes
            default: return .unknown
            }
            return .applied
        }
    }
}
