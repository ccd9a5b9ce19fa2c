import Foundation
import Observation
import OrbitModels
import Presentation

struct Letter: Codable, Hashable, Identifiable {
    let id: String
    var text: String
    /// The time in seconds since 2001. A list in order by time has the latest first.
    var sent: Int

    init(_ id: String, text: String = "", sent: Int = 0) {
        (self.id, self.text, self.sent) = (id, text, sent)
    }

    var author: UserID { UserID("from \(id)") }
}

extension EventKind {
    static let letterSent = EventKind(rawValue: "letter.sent")
    static let letterGone = EventKind(rawValue: "letter.gone")
    static let letterPutAside = EventKind(rawValue: "letter.put_aside")
    static let letterTakenUp = EventKind(rawValue: "letter.taken_up")
    static let lettersShuffled = EventKind(rawValue: "letters.shuffled")
}

extension ListName {
    static let letters = ListName(rawValue: "letters")
}

extension LogEvent {
    static func sent(_ letter: Letter, seq: Int = 0, action: String? = nil) -> LogEvent {
        LogEvent(.letterSent, seq: seq, subject: letter.author, action: action, data: letter)
    }

    static func gone(_ id: String, seq: Int = 0, action: String? = nil) -> LogEvent {
        LogEvent(.letterGone, seq: seq, subject: Letter(id).author, action: action, data: id)
    }

    static func hidden(_ id: String, seq: Int = 0, action: String? = nil) -> LogEvent {
        LogEvent(.personHidden, seq: seq, subject: Letter(id).author, action: action)
    }
}

extension ListDefinition<Letter> {
    /// - Parameter order: The order of the list, by default that of the server.
    static func letters(
        _ order: ListWindow<Letter>.Order = .asListed,
        isExpired: @escaping @Sendable (Letter, Date) -> Bool = { _, _ in false },
        expiresAt: (@Sendable (Letter) -> Date?)? = nil
    ) -> Self {
        Self(
            .letters, order: order, people: { [$0.author] }, isExpired: isExpired, expiresAt: expiresAt
        ) { event, letters throws(LogEventError) in
            switch event.kind {
            case .letterSent: letters.upsert(try event.data())
            case .letterGone: letters.remove(try event.data())
            case .letterPutAside: letters.conceal(try event.data())
            case .letterTakenUp: letters.reveal(try event.data())
            case .lettersShuffled: return .outdated
            case .personHidden, .personShown: break
            default: return .unknown
            }
            return .applied
        }
    }
}

extension ListWindow<Letter>.Order {
    static var byTime: Self { .latestFirst { Date(timeIntervalSinceReferenceDate: Double($0.sent)) } }
}

/// A server that sends its letters page by page, as scripted by the test.
@MainActor @Observable final class Pages {
    enum Response {
        case page([String], unreadable: Int = 0, next: String? = nil, startsOver: Bool = false, at: Int? = nil)
        case letters([Letter], next: String? = nil, at: LogPosition? = nil)
        case failure(any Error)
        indirect case held(HeldPage)
    }

    private(set) var requested: [String?] = []
    @ObservationIgnored private var responses: ArraySlice<Response>

    init(_ responses: [Response]) {
        self.responses = responses[...]
    }

    func list(on log: EventLog, _ definition: ListDefinition<Letter> = .letters()) -> PagedList<Letter> {
        PagedList(definition, on: log) { cursor in
            self.requested.append(cursor)
            return try await self.page(self.responses.popFirst() ?? .page([]))
        }
    }

    private func page(_ response: Response) async throws -> ListPage<Letter> {
        switch response {
        case .page(let ids, let unreadable, let next, let startsOver, let at):
            let elements =
                ids.map { #"{"id":"\#($0)","text":"","sent":0}"# } + Array(repeating: "{}", count: unreadable)
            let body = Data("[\(elements.joined(separator: ","))]".utf8)
            var page = ListPage<Letter>(
                try OrbitJSON.decoder.decode(LossyList.self, from: body), nextCursor: next,
                at: at.map { LogPosition(epoch: "e", seq: $0) })
            page.startsOver = startsOver
            return page
        case .letters(let letters, let next, let at):
            return ListPage(LossyList(letters), nextCursor: next, at: at)
        case .failure(let error):
            throw error
        case .held(let held):
            return try await page(await held.response())
        }
    }
}

/// A page that is in flight until the test releases it.
@MainActor final class HeldPage {
    private let page: Pages.Response
    private let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
    private let (releases, releasing) = AsyncStream.makeStream(of: Void.self)

    init(_ page: Pages.Response) {
        self.page = page
    }

    func response() async -> Pages.Response {
        arrived.yield()
        for await _ in releases { break }
        return page
    }

    func waitForRequest() async {
        for await _ in arrivals { break }
    }

    func release() { releasing.yield() }
}

struct NoNetwork: LocalizedError {
    var errorDescription: String? { "No network." }
}

extension PagedList where Element == Letter {
    var ids: [String] { (items.value ?? []).map(\.id) }
}

extension LogPosition {
    static func e(_ seq: Int) -> LogPosition { LogPosition(epoch: "e", seq: seq) }
}

extension LogSlice {
    /// A slice with consecutive numbers that end with `seq`.
    static func e(_ seq: Int, _ events: LogEvent...) -> LogSlice {
        let start = seq - events.count + 1
        return LogSlice(at: .e(seq), events: events.enumerated().map { $1.numbered(start + $0) })
    }
}
