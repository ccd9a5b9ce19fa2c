import Foundation
import Networking
import Observation
import OrbitApp
import OrbitModels
import Presentation
import Validation

/// A notice board as another package would add it, by public API alone. It is reduced to what the tests of the app need;
/// `Tests/Consumers/Notices` has the whole feature.
struct Notice: JSONKeyed, Identifiable {
    static let jsonKey = "notice"

    let id: NoticeID
    var text: String
    var postedAt: Date

    enum CodingKeys: String, CodingKey {
        case id, text
        case postedAt = "posted_at"
    }
}

typealias NoticeID = Identifier<Notice>

extension EventKind {
    static let noticePosted = Self(rawValue: "notice.posted")
    static let noticeRemoved = Self(rawValue: "notice.removed")
}

extension ListName {
    static let notices = Self(rawValue: "notices")
}

extension FormName {
    static let notice = Self(rawValue: "notice")
}

extension Vocabulary {
    static let notices = Vocabulary("notice", ["new": "New notice"])
}

extension ListDefinition<Notice> {
    static var notices: Self {
        Self(.notices, order: .latestFirst(\.postedAt), people: { _ in [] }) { event, notices throws(LogEventError) in
            switch event.kind {
            case .noticePosted: notices.upsert(try event.data(Notice.self))
            case .noticeRemoved: notices.remove(try event.data(Keyed<NoticeID>.self).value)
            default: return .unknown
            }
            return .applied
        }
    }
}

struct NoticeService: Sendable {
    let client: APIClient

    func list(after cursor: String?) async throws -> Response<Page<Notice>> {
        try await client.response(Endpoint(Route(.get, "/notices"), after: cursor, limit: 20))
    }

    func post(_ text: String, key: IdempotencyKey) async throws -> Notice {
        try await client.value(of: Endpoint(Route(.post, "/notices")).json(["text": text]).idempotent(key))
    }
}

@MainActor @Observable final class NoticesModels: FeatureModels {
    let notices: PagedList<Notice>
    private(set) var user: UserID?
    private(set) var hasEnded = false
    private let service: NoticeService
    private let actions: ActionRunner<Int>
    private let draft: PerUserFile<String>
    private let context: SignedInContext

    init(_ context: SignedInContext) {
        self.context = context
        let service = NoticeService(client: context.client)
        self.service = service
        notices = PagedList(.notices, on: context.log) { try await service.list(after: $0) }
        actions = ActionRunner(log: context.log)
        draft = context.file("draft")
    }

    func begin(as user: UserID) { self.user = user }

    func end() { hasEnded = true }

    func board() -> PagedList<Notice> { notices }

    func post(_ text: String) async -> ActionOutcome {
        await actions.run(0) { key in
            [LogEvent(.noticePosted, data: try await service.post(text, key: key))]
        }
    }

    func keepDraft(_ text: String) async throws {
        if let user { try await draft.keep(text, of: user) }
    }

    /// Stores a text in a file that the models request only at this call, and not at their creation.
    func keepCopy(_ text: String) async throws {
        if let user { try await context.file("copy").keep(text, of: user) }
    }
}

enum NoticeRoute: FeatureRoute {
    case board
    case notice(NoticeID)

    static let prefix = "notices"

    init?(path: [String]) {
        switch path.count {
        case 0: self = .board
        case 1: self = .notice(NoticeID(path[0]))
        default: return nil
        }
    }

    var path: [String] {
        switch self {
        case .board: []
        case .notice(let id): [id.rawValue]
        }
    }
}

extension AppFeature {
    static let notices = AppFeature(
        "notices", events: EventCatalogue([.noticePosted: Notice.self, .noticeRemoved: Keyed<NoticeID>.self]),
        vocabularies: [.notices], emptyLists: [.notices: "There are no notices."],
        failures: MessageCatalogue(templatesByForm: [.notice: ["text": [.required: "Write the notice first."]]]),
        routes: [NoticeRoute.self]
    ) { context in
        NoticesModels(context)
    }
}
