public import Foundation
public import TimeAndChance

/// Calls the endpoints of one server: builds the request, sends it through the middleware and the transport,
/// repeats it where that is safe, and reads the envelope of the answer.
///
/// ```swift
/// let client = APIClient(server: try ServerAddress("https://orbit.example/api"), transport: URLSessionTransport())
/// let answer = try await client.send(Endpoint<MessageData>(Route(.get, "/health", access: .anyone)))
/// ```
///
/// Calls throw ``APIError``, `CancellationError` when their task is cancelled, and whatever a middleware throws.
public struct APIClient: Sendable {
    private let server: ServerAddress
    private let transport: any HTTPTransport
    private let middleware: [any HTTPMiddleware]
    private let retry: RetryPolicy
    private let budget: RetryBudget
    private let deadline: Deadline
    private let time: any TimeSource
    private let random: RandomSource

    /// - Parameters:
    ///   - middleware: the first is outermost; every attempt passes through all of them.
    ///   - budget: share one among all clients of the same server.
    ///   - deadline: the most a call may take, with its middleware, its repetitions and the waits between them.
    public init(
        server: ServerAddress, transport: any HTTPTransport, middleware: [any HTTPMiddleware] = [],
        retry: RetryPolicy = .standard, budget: RetryBudget = RetryBudget(), deadline: Duration = .seconds(30),
        time: any TimeSource = SystemClock(), random: RandomSource = .system
    ) {
        self.server = server
        self.transport = transport
        self.middleware = middleware
        self.retry = retry
        self.budget = budget
        self.deadline = Deadline(deadline, time: time)
        self.time = time
        self.random = random
    }

    /// The payload of the answer.
    public func send<Response>(_ endpoint: Endpoint<Response>) async throws -> Response {
        try await answer(endpoint).value
    }

    /// The payload of the answer with its version and time.
    @concurrent public func answer<Response>(_ endpoint: Endpoint<Response>) async throws -> Answer<Response> {
        let response = try await response(to: endpoint)
        return try AnswerReader.answer(from: response, now: time.date)
    }

    /// The resource if it is no longer the version `tag` names, `nil` if it still is.
    @concurrent public func revalidate<Response>(
        _ endpoint: Endpoint<Response>, since tag: EntityTag
    ) async throws -> Answer<Response>? {
        var endpoint = endpoint
        endpoint.ifNoneMatch = tag
        let response = try await response(to: endpoint)
        return response.status == 304 ? nil : try AnswerReader.answer(from: response, now: time.date)
    }

    /// The answer of an endpoint that gives the thing itself, such as an image, instead of an envelope.
    @concurrent public func content(of endpoint: Endpoint<Data>) async throws -> Data {
        try AnswerReader.content(from: try await response(to: endpoint, accepting: "*/*"), now: time.date)
    }

    private func response<Response>(
        to endpoint: Endpoint<Response>, accepting mediaType: String = "application/json"
    ) async throws -> HTTPResponse {
        let request = try endpoint.request(to: server, accepting: mediaType)
        let route = endpoint.route
        let end = time.uptime + deadline.limit
        return try await deadline.run { try await persist(request, route: route, until: end) }
    }

    /// Sends until there is an answer to stand by.
    private func persist(_ request: HTTPRequest, route: Route, until end: Duration) async throws -> HTTPResponse {
        var attempt = 1
        while true {
            try Task.checkCancellation()
            let outcome = try await send(request, route: route)
            budget.record(outcome)
            guard
                let pause = retry.pause(
                    after: outcome, to: request, attempt: attempt, now: time.date, random: random),
                budget.allowsRetry, pause < end - time.uptime
            else {
                do { return try outcome.get() } catch { throw APIError.transport(error) }
            }
            try await time.sleep(for: pause)
            attempt += 1
        }
    }

    /// One attempt, through all middleware. Errors that are not the transport's are the middleware's own.
    private func send(_ request: HTTPRequest, route: Route) async throws -> Result<HTTPResponse, TransportError> {
        var next: @Sendable (HTTPRequest) async throws -> HTTPResponse = { [transport] in try await transport.send($0) }
        for layer in middleware.reversed() {
            next = { [next] in try await layer.intercept($0, route: route, next: next) }
        }
        do {
            return .success(try await next(request))
        } catch TransportError.cancelled {
            throw CancellationError()
        } catch let error as TransportError {
            return .failure(error)
        }
    }
}
