import Foundation
import OrbitModels
import Presentation

struct Letter: Codable, Hashable, Identifiable {
    let id: String
    let text: String

    init(_ id: String, text: String = "") {
        (self.id, self.text) = (id, text)
    }

    var author: UserID { UserID("from \(id)") }
}

/// A server that sends its letters page by page, as the test has written it down.
@MainActor final class Pages {
    enum Answer {
        case page([String], unreadable: Int = 0, next: String? = nil, startsOver: Bool = false)
        case failure(any Error)
        indirect case held(HeldPage)
    }

    private(set) var asked: [String?] = []
    private var answers: ArraySlice<Answer>

    init(_ answers: [Answer]) {
        self.answers = answers[...]
    }

    func list() -> PagedList<Letter> {
        PagedList(of: \.author) { cursor in
            self.asked.append(cursor)
            return try await self.page(self.answers.popFirst() ?? .page([]))
        }
    }

    private func page(_ answer: Answer) async throws -> PagedList<Letter>.Page {
        switch answer {
        case .page(let ids, let unreadable, let next, let startsOver):
            let elements = ids.map { #"{"id":"\#($0)","text":""}"# } + Array(repeating: "{}", count: unreadable)
            let body = Data("[\(elements.joined(separator: ","))]".utf8)
            var page = PagedList<Letter>.Page(
                try OrbitJSON.decoder.decode(LossyList.self, from: body), nextCursor: next)
            page.startsOver = startsOver
            return page
        case .failure(let error):
            throw error
        case .held(let held):
            return try await page(await held.answer())
        }
    }
}

/// A page that is on its way until the test lets it arrive.
@MainActor final class HeldPage {
    private let page: Pages.Answer
    private let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
    private let (releases, releasing) = AsyncStream.makeStream(of: Void.self)

    init(_ page: Pages.Answer) {
        self.page = page
    }

    func answer() async -> Pages.Answer {
        arrived.yield()
        for await _ in releases { break }
        return page
    }

    func isAwaited() async {
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
