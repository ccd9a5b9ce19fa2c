import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

/// The cost of requests of the maximum size. The store calls are compared with those of ordinary requests, and the
/// processor time with that of harmless requests of the same size.
@Suite struct RequestCostTests {
    private let world: AuthorizationWorld
    private let samples: [RequestSample]

    init() async throws {
        world = try await AuthorizationWorld.shared.value
        samples = try await RequestSample.all.value
    }

    @Test func `a list of 1,000 elements in a body takes at most ten times the usual store calls`() async throws {
        let store = CountingStore(try await TestStore.copy(of: world.server.store))
        let server = try world.server(on: store)
        let tokens = try tokens()
        var plain: [String: Int] = [:]
        var full: [String: Int] = [:]
        func calls(_ request: HTTPRequest, _ sample: RequestSample) async -> Int {
            store.reset()
            let response = await server.backend.respond(
                to: request.signed(by: tokens[sample.column]), origin: "192.0.2.3")
            #expect(response.status < 500)
            return store.calls
        }
        for sample in samples where [.owner, .recipient, .moderator].contains(sample.column) && !sample.bodies.isEmpty {
            let number = await calls(sample.request, sample)
            plain[sample.operation] = max(number, plain[sample.operation, default: 0])
            for draft in sample.bodies {
                for place in 0..<draft.count {
                    guard case .array(let elements) = draft.part(at: place), !elements.isEmpty else { continue }
                    let many = draft.replacing(place) { _ in
                        .array(Array(repeatElement(elements, count: 1_000 / elements.count).joined()))
                    }
                    var request = sample.request
                    request.body = Data(many.text.utf8)
                    full[sample.operation] = max(await calls(request, sample), full[sample.operation, default: 0])
                }
            }
        }
        for (operation, calls) in full { #expect(calls <= 10 * plain[operation, default: 0], "\(operation)") }
        #expect(full.count > 5)
    }

    /// Whether every place and every script is measured. This is the case if `ORBIT_REQUESTS` is set, as in `.ci/full`.
    static let isThorough = ProcessInfo.processInfo.environment["ORBIT_REQUESTS"] != nil

    @available(macOS 15, iOS 18, *)
    @Test func `a text of 4 KB costs under ten times the processor time of plain text`() async throws {
        // The minimum is not zero, because a plain time of zero would allow no time.
        let worst = try await worstText(of: 4_000, atEveryPlace: false, leastPlain: 1e-6)
        #expect(worst.ratio < 1, "\(worst)")
    }

    @available(macOS 15, iOS 18, *)
    @Test(.enabled(if: isThorough, "ORBIT_REQUESTS is not set"))
    func `any text of 60 KB in a body costs under 30 ms, or ten times plain text`() async throws {
        let worst = try await worstText(of: 60_000, atEveryPlace: true, leastPlain: TextCostTests.leastPlain)
        #expect(worst.ratio < 1, "\(worst)")
    }

    /// Sends each text and structure that is known to be costly for its size, in the largest body of each operation
    /// that reads JSON.
    ///
    /// - Parameters:
    ///   - size: The size of a text in bytes.
    ///   - isEveryPlace: Whether every place of a text is tried. If not, one place is chosen at random.
    ///   - leastPlain: The minimum processor time that is assumed for a plain text, in seconds.
    /// - Returns: The largest share of the allowed time that a text took, and that text. The allowed time is ten times
    ///   that of a plain text.
    @available(macOS 15, iOS 18, *)
    private func worstText(
        of size: Int, atEveryPlace isEveryPlace: Bool, leastPlain: Double
    ) async throws -> (ratio: Double, what: String) {
        let server = try await world.copy()
        let tokens = try tokens()
        var random = SplitMix64(seed: 1)
        var worst = (ratio: 0.0, what: "")
        for sample in try await RequestSample.readingJSON() {
            let draft = try #require(sample.bodies.max { $0.count < $1.count })
            let texts = (0..<draft.count).filter { draft.part(at: $0).isText }
            let drawn = texts.randomElement(using: &random)
            for place in texts where isEveryPlace || place == drawn {
                let harmless = draft.replacing(place) { _ in
                    .scalar("\"" + String(repeating: "a", count: size) + "\"")
                }
                let plain = try await Self.time(of: harmless, sample, by: tokens[sample.column], on: server)
                let allowed = 10 * max(plain, leastPlain)
                for (name, unit) in Self.costly {
                    let text = String(repeating: unit, count: size / unit.utf8.count)
                    let hostile = draft.replacing(place) { _ in
                        .scalar(unit.first == "\"" ? "[\(text)0]" : "\"\(text)\"")
                    }
                    let time = try await Self.time(
                        of: hostile, sample, by: tokens[sample.column], on: server, enough: allowed)
                    let what = "\(sample.operation)\(draft.path(at: place)), \(name)"
                    if time / allowed > worst.ratio { worst = (time / allowed, what) }
                }
            }
        }
        return worst
    }

    private static let costly: [(name: String, unit: String)] = [
        ("marks out of order", "\u{316}\u{301}\u{5B0}"), ("escaped marks", #"\u0316\u0301\u05b0"#),
        ("family", "👩\u{200D}"),
        ("flags", "🇦"), ("jamo", "\u{1100}\u{1161}\u{11A8}"), ("prepended", "\u{600}"), ("line ends", #"\r\n"#),
        ("spaces", " "), ("zero", #"\u0000"#), ("capitals", "İẞ"), ("digits", "9"), ("at", "@"), ("dots", ".a"),
        ("list of texts", #""a","#), ("list of names", #""a\u0301","#),
    ]

    private func tokens() throws -> [AuthorizationColumn: String] {
        try RequestSample.columns.reduce(into: [:]) { $0[$1] = try world.person($1).token.reveal }
    }

    /// The processor time of the quickest of several tries, in seconds. Other tests share the processor caches, so
    /// there are more tries while every try is slow.
    ///
    /// - Parameter enough: The time that ends the tries.
    @available(macOS 15, iOS 18, *)
    static func time(
        of draft: JSONDraft, _ sample: RequestSample, by token: String?, on server: TestServer, enough: Double = 0
    ) async throws -> Double {
        var request = sample.request.signed(by: token)
        request.body = Data(draft.text.utf8)
        var least = Double.infinity
        for number in 0..<40 where number < 3 || (enough > 0 && least >= enough) {
            let time = try await ProcessorTime.seconds { [request] in
                let response = await server.backend.respond(to: request, origin: "192.0.2.3")
                #expect(response.status < 500)
            }
            least = min(least, time)
            if least < enough { break }
        }
        return least
    }
}

extension JSONDraft {
    fileprivate var isText: Bool {
        if case .scalar(let text) = self { text.hasPrefix("\"") } else { false }
    }
}

extension HTTPRequest {
    func signed(by token: String?) -> HTTPRequest {
        var request = self
        let fields = headers.fields.map { ($0.name.description, $0.value) }
        request.headers = HTTPHeaders(lenient: fields + (token.map { [("Authorization", "Bearer \($0)")] } ?? []))
        return request
    }
}
