import Foundation
import Meetups
import Networking
import OrbitModels
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// The fingerprints of requests with an `Idempotency-Key`, for every body that the contract describes.
@Suite struct FingerprintTests {
    /// The handlers, by operation.
    private let handlers: [String: RouteHandler]
    /// A sample of each operation with a fingerprint and a JSON body.
    private let samples: [RequestSample]

    init() async throws {
        let context = try await AuthorizationWorld.shared.value.server.backend.context
        let handlers = try RouteHandler.byOperation(in: context)
        self.handlers = handlers
        samples = try await RequestSample.readingJSON().filter { handlers[$0.operation]?.fingerprint != nil }
    }

    private func fingerprint(of draft: JSONDraft, _ sample: RequestSample) throws -> String {
        let handler = try #require(handlers[sample.operation])
        let fingerprint = try #require(handler.fingerprint)
        var request = sample.request
        request.body = Data(draft.text.utf8)
        return try fingerprint(
            RequestContext(request: request, parameters: [:], origin: "192.0.2.3", now: ContractSample.now))
    }

    @Test func `an operation takes a key if the contract lists Idempotency-Key and no If-Match`() throws {
        let contract = try Contract.current.get()
        // `sendCode` has no session. SendCodeTests covers its key.
        for operation in contract.operations where operation.id != "sendCode" {
            let parameters = try (operation.body["parameters"]?.elements ?? []).map(contract.resolved)
            let names = parameters.compactMap { $0["name"]?.string }
            let takesKey = names.contains("Idempotency-Key") && !names.contains("If-Match")
            let hasFingerprint = handlers[operation.id]?.fingerprint != nil
            #expect(hasFingerprint == takesKey, "\(operation.id)")
        }
        #expect(samples.count > 20)
    }

    @Test func `equal bodies have one fingerprint in any order of members, even with unknown members`() throws {
        for sample in samples {
            for draft in sample.bodies {
                let own = try fingerprint(of: draft, sample)
                let respelled = try fingerprint(of: draft.respelled, sample)
                #expect(own == respelled, "\(sample.operation): \(draft.text)")
            }
        }
    }

    @Test func `bodies that differ in one value have different fingerprints`() throws {
        for sample in samples {
            for draft in sample.bodies {
                let own = try fingerprint(of: draft, sample)
                for place in 0..<draft.count {
                    let others = try draft.part(at: place).others
                    let fingerprints = others.compactMap { other in
                        // A body with some of the values cannot be read.
                        try? fingerprint(of: draft.replacing(place) { _ in other }, sample)
                    }
                    let path = sample.operation + draft.path(at: place)
                    #expect(fingerprints.isEmpty == others.isEmpty, "\(path)")
                    #expect(!fingerprints.contains(own), "\(path)")
                }
            }
        }
    }
}

extension JSONDraft {
    /// The same value with an unknown member at the start of each object, before its other members in reverse order.
    fileprivate var respelled: JSONDraft {
        switch self {
        case .scalar: return self
        case .array(let elements): return .array(elements.map(\.respelled))
        case .object(let members):
            let unknown: [(name: String, value: JSONDraft)] = [(name: "of_no_version", value: .scalar("1"))]
            return .object(unknown + members.reversed().map { (name: $0.name, value: $0.value.respelled) })
        }
    }

    /// Other values for this value, of which at least one is valid in a body. Empty for values whose parts are replaced
    /// separately.
    fileprivate var others: [JSONDraft] {
        get throws {
            switch self {
            case .scalar("true"): return [.scalar("false")]
            case .scalar("false"): return [.scalar("true")]
            case .scalar(let text) where text.hasPrefix("\""):
                let value = try JSONDecoder().decode(String.self, from: Data(text.utf8))
                let later = RFC3339.date(from: value).flatMap { RFC3339.string(from: $0.addingTimeInterval(60)) }
                // The only type whose values are a closed list.
                let scopes = SeriesScope.allCases.map(\.rawValue).filter { $0 != value }
                let values = [value + "x"] + scopes + [later].compactMap(\.self)
                return values.map { .scalar(Self.quoted($0)) }
            case .scalar(let text):
                let number = Int(text).map { "\($0 + 1)" } ?? Double(text).map { "\($0 + 1)" }
                return [number].compactMap(\.self).map { .scalar($0) }
            case .array(let elements): return elements.isEmpty ? [] : [.array(elements.dropLast())]
            case .object: return []
            }
        }
    }
}
