import Foundation
public import Networking
import OrbitModels
public import TimeAndChance

/// A transport that injects network faults between a client and another transport. The faults follow a plan, so they
/// are reproducible and need no waiting time.
///
/// ```swift
/// let network = FaultInjectingTransport(backend, plan: FaultPlan(script: [[.responseLost]]), time: clock)
/// ```
public actor FaultInjectingTransport: HTTPTransport {
    private let wrapped: any HTTPTransport
    private let time: any TimeSource
    private var plan: FaultPlan

    /// Creates a faulty network.
    ///
    /// - Parameters:
    ///   - wrapped: The transport that responds.
    ///   - plan: The faults of the requests.
    ///   - time: The clock of added latency. With a virtual clock, latency takes no real time.
    public init(_ wrapped: any HTTPTransport, plan: FaultPlan, time: any TimeSource) {
        self.wrapped = wrapped
        self.plan = plan
        self.time = time
    }

    /// Applies `plan` to all requests from now on.
    public func follow(_ plan: FaultPlan) {
        self.plan = plan
    }

    /// Sends the request, as `HTTPTransport` requires.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let faults = plan.next()
        if let answer = try await answerInPlace(of: faults) { return answer }
        var response = try await wrapped.send(request)
        if faults.contains(.duplicated) {
            _ = try? await wrapped.send(request)  // the second response is discarded
        }
        if faults.contains(.responseLost) { throw .connectionLost }
        if faults.contains(.truncatedBody) { response.body = response.body.prefix(response.body.count / 2) }
        if faults.contains(.corruptBody) { response.body = Data("}".utf8) + response.body }
        return response
    }

    /// Opens a stream with the same faults, except ``Fault/truncatedBody``. ``Fault/cutStream(after:)`` determines
    /// where the stream ends.
    public func open(_ request: HTTPRequest) async throws(TransportError) -> HTTPStream {
        let faults = plan.next()
        if let answer = try await answerInPlace(of: faults) {
            return HTTPStream(status: answer.status, headers: answer.headers, chunks: [answer.body], then: .end)
        }
        let stream = try await wrapped.open(request)
        if faults.contains(.duplicated) {
            try? await wrapped.open(request).close()  // the second stream is not read
        }
        if faults.contains(.responseLost) {
            stream.close()
            throw .connectionLost
        }
        let cut = faults.lazy.compactMap(\.cut).first
        let connection = CutConnection(
            stream, after: cut ?? .max, startingWith: faults.contains(.corruptBody) ? Data("}".utf8) : nil)
        return HTTPStream(
            status: stream.status, headers: stream.headers,
            read: { () async throws(TransportError) in try await connection.next() }, close: stream.close)
    }

    /// Waits for the latency, and returns the response of a request that does not reach the server.
    ///
    /// - Returns: `nil` if the request reaches the server.
    /// - Throws: `TransportError.connectionLost` if the request is lost, `TransportError.cancelled` if the task is
    ///   cancelled during the latency.
    private func answerInPlace(of faults: [Fault]) async throws(TransportError) -> HTTPResponse? {
        for case .latency(let duration) in faults {
            do { try await time.sleep(for: duration) } catch { throw .cancelled }
        }
        if faults.contains(.requestLost) { throw .connectionLost }
        return faults.lazy.compactMap(\.answerInPlace).first
    }

    /// A stream whose connection is lost after a number of bytes.
    private actor CutConnection {
        private let stream: HTTPStream
        private var left: Int
        private var beginning: Data?

        init(_ stream: HTTPStream, after count: Int, startingWith beginning: Data?) {
            self.stream = stream
            left = count
            self.beginning = beginning
        }

        func next() async throws(TransportError) -> Data? {
            guard left > 0 else {
                stream.close()
                throw .connectionLost
            }
            if let beginning {
                self.beginning = nil
                return beginning
            }
            guard let bytes = try await stream.next() else { return nil }
            let taken = bytes.prefix(left)
            left -= taken.count
            return taken
        }
    }
}

extension Fault {
    /// The number of bytes after which the stream is cut.
    fileprivate var cut: Int? {
        if case .cutStream(let count) = self { count } else { nil }
    }

    /// The response to a request that does not reach the server.
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
