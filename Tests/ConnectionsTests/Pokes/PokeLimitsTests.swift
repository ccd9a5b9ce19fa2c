import Connections
import Foundation
import OrbitModels
import Testing

@Suite struct PokeLimitsTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)
    private let limits = PokeLimits.standard
    private let day = PokeLimits.day

    private func ago(_ seconds: TimeInterval) -> Date { now.addingTimeInterval(-seconds) }

    @Test func `a poke waits for two weeks, and the next attempt for thirty days`() {
        #expect(day == 86_400 && PokeLimits.year == 31_536_000)
        #expect(limits.lifetime == 1_209_600 && limits.coolDown == 2_592_000)
    }

    @Test func `a person without a history may poke`() {
        #expect(limits.limitReached(by: PokeHistory(), at: now) == nil)
    }

    @Test func `ten pokes reach the daily limit, until the first is a day old`() {
        var history = PokeHistory(sentAt: (1...9).map { ago(Double($0) * 3_600) })
        #expect(limits.limitReached(by: history, at: now) == nil)
        history.sentAt.append(ago(10 * 3_600))
        let reached = limits.limitReached(by: history, at: now)
        #expect(reached == PokeLimitReached(limit: .perDay, count: 10, resetsAt: ago(10 * 3_600 - day)))
        history.sentAt[9] = ago(day)
        #expect(limits.limitReached(by: history, at: now) == nil)
    }

    @Test func `twenty waiting pokes reach the limit, until the first expires`() {
        let lapses = (1...20).map { now.addingTimeInterval(Double($0) * day / 2) }
        #expect(limits.limitReached(by: PokeHistory(openUntil: Array(lapses.dropLast())), at: now) == nil)
        let reached = limits.limitReached(by: PokeHistory(openUntil: lapses), at: now)
        #expect(reached == PokeLimitReached(limit: .openAtOnce, count: 20, resetsAt: now.addingTimeInterval(day / 2)))
    }

    @Test func `a fourth poke to the same person within a year is refused`() {
        let times = [ago(300 * day), ago(200 * day), ago(100 * day)]
        let reached = limits.limitReached(by: PokeHistory(sentToRecipientAt: times), at: now)
        #expect(reached?.limit == .perPerson)
        #expect(reached?.resetsAt == now.addingTimeInterval(65 * day))
        #expect(limits.limitReached(by: PokeHistory(sentToRecipientAt: times.dropLast()), at: now) == nil)
    }

    @Test func `the sender may poke again thirty days after an attempt has ended`() {
        let reached = limits.limitReached(by: PokeHistory(endedWithRecipientAt: ago(29 * day)), at: now)
        #expect(reached == PokeLimitReached(limit: .coolDown, count: 1, resetsAt: now.addingTimeInterval(day)))
        #expect(limits.limitReached(by: PokeHistory(endedWithRecipientAt: ago(30 * day)), at: now) == nil)
    }

    @Test func `the limit that lasts longest is reported`() {
        let history = PokeHistory(
            sentAt: Array(repeating: now, count: 10), sentToRecipientAt: [now, now, now], endedWithRecipientAt: now)
        #expect(limits.limitReached(by: history, at: now)?.limit == .perPerson)
    }

    @Test func `pokes dated in the future delay a person by at most thirty days`() {
        let history = PokeHistory(
            sentAt: Array(repeating: now.addingTimeInterval(1e9), count: 10), endedWithRecipientAt: .distantFuture)
        #expect(limits.limitReached(by: history, at: now)?.resetsAt == now.addingTimeInterval(30 * day))
    }

    @Test func `a limit is equal after encoding and decoding`() throws {
        for limit in PokeLimit.allCases {
            let reached = PokeLimitReached(limit: limit, count: 3, resetsAt: now.addingTimeInterval(90.5))
            let problem = reached.problem(at: now)
            #expect(problem.code == .rateLimited)
            #expect(problem.retryAfter == 91)
            let json = try OrbitJSON.encoder.encode(problem)
            #expect(PokeLimitReached(try OrbitJSON.decoder.decode(Problem.self, from: json)) == reached)
        }
    }

    @Test(arguments: [
        (0.5, "in a minute"), (60, "in a minute"), (61, "in 2 minutes"), (3_600, "in 60 minutes"),
        (3_601, "in 2 hours"),
        (86_400, "in 24 hours"), (86_401, "in 2 days"), (30 * 86_400, "in 30 days"), (-5, "in a minute"),
        (.infinity, "in a minute"),
    ]) func `a limit says when it ends, never too early`(seconds: TimeInterval, words: String) {
        for limit in PokeLimit.allCases {
            let reached = PokeLimitReached(limit: limit, count: 3, resetsAt: now.addingTimeInterval(seconds))
            #expect(reached.message(at: now).contains(" \(words)."))
        }
    }

    @Test func `a problem of another kind is not read as a limit`() {
        var problem = PokeLimitReached(limit: .perDay, count: 3, resetsAt: now).problem(at: now)
        #expect(problem.retryAfter == 1)
        problem.details["limit_name"] = "per_moon"
        #expect(PokeLimitReached(problem) == nil)
        #expect(PokeLimitReached(Problem(code: .rateLimited, message: "Too many codes.")) == nil)
        let remote = PokeLimitReached(limit: .perDay, count: 3, resetsAt: .distantFuture).problem(at: .distantPast)
        #expect((remote.retryAfter ?? 0) > 0)
    }
}
