import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// The checks of the bodies of all operations, made without a store.
///
/// The check alone does not cover values that an operation compares or cleans only in its transaction.
@Suite struct BodyCheckTests {
    private static let size = 57_000
    /// Texts that the check does not refuse for their length. A token of a wrong length is treated as an unknown token.
    /// The backend does not read addresses of photos. It compares the rule of an edited meetup with the rule of its
    /// series.
    private static let unchecked = [
        "logOut.refresh_token", "refreshSession.refresh_token", "sendCode.device_token", "updateMe.photos[0].url",
        "editMeetup.repeats",
    ]

    private let server: TestServer
    private let samples: [RequestSample]
    /// The handlers, by operation.
    private let handlers: [String: RouteHandler]

    init() async throws {
        let server = try await AuthorizationWorld.shared.value.copy()
        handlers = try RouteHandler.byOperation(in: server.backend.context)
        self.server = server
        samples = try await RequestSample.readingJSON()
    }

    /// The problem that the check of a body finds; `nil` for a valid body.
    private func problem(of draft: JSONDraft, _ sample: RequestSample) throws -> Problem? {
        var request = sample.request
        request.body = Data(draft.text.utf8)
        let call = RequestContext(request: request, parameters: [:], origin: "192.0.2.3", now: server.clock.date)
        let handler = try #require(handlers[sample.operation])
        do {
            try handler.checkBody(call)
            return nil
        } catch let problem as HTTPProblem {
            return problem.problem
        }
    }

    @Test func `the check of a valid body finds no problem`() throws {
        for sample in samples {
            let body = try #require(sample.bodies.first)
            #expect(try problem(of: body, sample) == nil, "\(sample.operation)")
        }
    }

    @Test func `a body with null or with a value of another type at any place is malformed`() throws {
        var count = 0
        for sample in samples {
            for draft in sample.bodies {
                for place in 0..<draft.count {
                    for wrong in ["null", draft.part(at: place).anotherType] {
                        let refusal = try problem(of: draft.replacing(place) { _ in .scalar(wrong) }, sample)
                        let path = sample.operation + draft.path(at: place)
                        #expect(refusal?.code == .malformedRequest, "\(path): \(wrong)")
                        count += 1
                    }
                }
            }
        }
        #expect(count > 300)
    }

    @Test func `an operation that ignores a failed check has no effect`() async throws {
        let (context, now) = (server.backend.context, server.clock.date)
        let sample = try #require(samples.first { $0.column == .owner })
        let token = try await AuthorizationWorld.shared.value.person(.owner).token.reveal
        var request = sample.request.signed(by: token)
        request.body = Data(#"{"message":"Hello."}"#.utf8)
        let call = RequestContext(request: request, parameters: [:], origin: "192.0.2.3", now: now)
        let body = BodyReader<MessageData>.json.checked { (_: MessageData, _: Date) throws -> Void in
            throw HTTPProblem(422, .invalidInput, "Not this one.")
        }
        let (route, lease) = (Route(.post, "/check"), JobLease(of: "check", by: "test", now: now))
        let handlers = [
            context.open(
                route, body,
                perform: { transaction, _, _ in
                    try transaction.put(lease)
                    return .success(MessageData(message: "Done."))
                }),
            context.signedIn(
                route, body,
                perform: { transaction, _, _, _ in
                    try transaction.put(lease)
                    return .success(MessageData(message: "Done."))
                }),
            context.signedInOnce(
                route, body,
                perform: { transaction, _, _, _ in
                    try transaction.put(lease)
                    return .success(MessageData(message: "Done."))
                }),
        ]
        for handler in handlers {
            let problem = await #expect(throws: HTTPProblem.self) { _ = try await handler.perform(call) }
            #expect(problem?.status == 422)
            let isStored = try await server.store.read { try $0.get(JobLease.self, "check") != nil }
            #expect(!isStored)
        }
    }

    @Test func `the check finds every text and list that is too long, without the store`() throws {
        var tried: Set<String> = []
        for sample in samples {
            for draft in sample.bodies {
                // An example of the contract can already have a problem, because its times can be in the past.
                let before = try problem(of: draft, sample)
                for place in 0..<draft.count {
                    let path = sample.operation + draft.path(at: place)
                    guard !Self.unchecked.contains(path) else { continue }
                    for long in draft.part(at: place).tooLong(at: path, size: Self.size) {
                        let after = try problem(of: draft.replacing(place) { _ in long }, sample)
                        #expect(after != nil && after != before, "\(path)")
                        tried.insert(sample.operation)
                    }
                }
            }
        }
        // These operations read tokens, numbers or Boolean values.
        let others: Set = [
            "extendPlanShare", "logOut", "markConversationRead", "muteConversation", "refreshSession",
            "saveChatSettings", "setSuggestionConsent", "setTyping",
        ]
        #expect(Set(samples.map(\.operation)).subtracting(tried) == others)
    }
}

extension JSONDraft {
    /// JSON of a type that differs from the type of this value.
    fileprivate var anotherType: String {
        if case .scalar(let text) = self, text.hasPrefix("\"") { return "7" }
        return Self.quoted("a")
    }

    /// Returns replacements of this value that are too long for any member. An object is replaced only if it is a
    /// dictionary, because other objects are allowed to have unknown members.
    fileprivate func tooLong(at path: String, size: Int) -> [JSONDraft] {
        switch self {
        case .scalar(let text):
            return text.hasPrefix("\"") ? [.scalar(Self.quoted(String(repeating: "a", count: size)))] : []
        case .array(let elements):
            return ([JSONDraft.scalar(Self.quoted("a"))] + elements.prefix(1)).map { element in
                JSONDraft.array(Array(repeating: element, count: size / (element.text.utf8.count + 1)))
            }
        case .object:
            guard ["updateMe.socials", "updateMe.visibility"].contains(path) else { return [] }
            return [.object((0..<1_000).map { ("n\($0)", .scalar(Self.quoted("a"))) })]
        }
    }
}
