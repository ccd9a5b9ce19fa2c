import Foundation
public import Networking
import OrbitModels
public import TimeAndChance

/// Puts a bad network between a client and a transport, by plan: reproducible, and without waiting.
///
/// ```swift
/// let network = FaultInjectingTransport(backend, plan: FaultPlan(script: [[.answerLost]]), time: clock)
/// ```
public actor FaultInjectingTransport: HTTPTransport {
    private let wrapped: any HTTPTransport
    private let time: any TimeSource
    private var plan: FaultPlan

    public init(_ wrapped: any HTTPTransport, plan: FaultPlan, time: any TimeSource) {
        self.wrapped = wrapped
        self.plan = plan
        self.time = time
    }

    /// Requests from now on follow `plan`.
    public func follow(_ plan: FaultPlan) {
        self.plan = plan
    }

    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let faults = plan.next()
        for case .latency(let duration) in faults {
            do { try await time.sleep(for: duration) } catch { throw .cancelled }
        }
        if faults.contains(.requestLost) { throw .connectionLost }
        for fault in faults {
            if let answer = fault.answerInPlace { return answer }
        }
        var response = try await wrapped.send(request)
        if faults.contains(.duplicated) {
            _ = try? await wrapped.send(request)  // nobody waits for the second answer
        }
        if faults.contains(.answerLost) { throw .connectionLost }
        if faults.contains(.truncatedBody) { response.body = response.body.prefix(response.body.count / 2) }
        if faults.contains(.corruptBody) { response.body = Data("}".utf8) + response.body }
        return response
    }
}

extension Fault {
    /// What comes back when the request does not reach the server.
    fileprivate var answerInPlace: HTTPResponse? {
        switch self {
        case .status(let status, let retryAfter):
            try? .problem(status, Self.problem(status, retryAfter: retryAfter))  // plain text and numbers always encode
        case .webPage(let status):
            HTTPResponse(
                status: status, headers: HTTPHeaders(lenient: [("content-type", "text/html")]),
                body: Data("<!doctype html><title>Sign in to this network</title>".utf8))
        default:
            nil
        }
    }

    private static func problem(_ status: Int, retryAfter: Int?) -> Problem {
        switch status {
        case 401: Problem(code: .unauthenticated, message: "Sign in again.", retryAfter: retryAfter)
        case 429: Problem(code: .rateLimited, message: "Too many requests. Try again later.", retryAfter: retryAfter)
        default: Problem(code: .unavailable, message: "Try again later.", retryAfter: retryAfter)
        }
    }
}
