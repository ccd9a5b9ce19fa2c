public import Foundation
public import OrbitModels
public import TimeAndChance

/// Calls the endpoints of one server.
///
/// The client builds the request and sends it through the middleware and the transport. It retries the request where
/// that is safe, and reads the envelope of the response.
///
/// ```swift
/// let client = APIClient(server: try ServerAddress("https://orbit.example/api"), transport: SystemTransport())
/// let greeting = try await client.send(Endpoint<MessageData>(Route(.get, "/greeting", access: .anyone)))
/// ```
///
/// Calls throw ``APIError``, `CancellationError` when their task is cancelled, and any error that a middleware throws.
/// With the `AuthMiddleware` of Auth, for example, they also throw `AuthError` and `TokenStoreError`.
///
/// Calls may come from any actor. Requests are encoded and responses are decoded outside of the caller's actor.
public struct APIClient: Sendable {
    private let server: ServerAddress
    private let transport: any HTTPTransport
    private let middleware: [any HTTPMiddleware]
    private let retry: RetryPolicy
    private let budget: RetryBudget
    private let deadline: Deadline
    private let decoder: ResponseDecoder
    private let receipts: (@Sendable (LogReceipt) async -> Void)?
    let time: any TimeSource
    private let random: RandomSource

    /// - Parameters:
    ///   - server: The address of the server.
    ///   - transport: Carries the requests.
    ///   - middleware: The first is outermost. Every attempt passes through all of them.
    ///   - retry: Decides which requests are retried, and after which wait.
    ///   - budget: Limits retries. Share one budget among all clients of the same server.
    ///   - deadline: The longest duration of a call, including its middleware, its retries and the waits between them.
    ///     When it passes, the client cancels the call, so the transport has to react to cancellation.
    ///   - events: The catalogue with the types of event data in receipts.
    ///   - receipts: Receives the receipt of each action before the call returns. An action is a successful call that
    ///     is not a GET.
    ///   - time: The clock that measures deadlines and waits.
    ///   - random: The source of the jitter of waits.
    public init(
        server: ServerAddress, transport: any HTTPTransport, middleware: [any HTTPMiddleware] = [],
        retry: RetryPolicy = .standard, budget: RetryBudget = RetryBudget(), deadline: Duration = .seconds(30),
        events: EventCatalogue = EventCatalogue(), receipts: (@Sendable (LogReceipt) async -> Void)? = nil,
        time: any TimeSource = SystemClock(), random: RandomSource = .system
    ) {
        self.server = server
        self.transport = transport
        self.middleware = middleware
        self.retry = retry
        self.budget = budget
        self.deadline = Deadline(deadline, time: time)
        decoder = ResponseDecoder(reading: events)
        self.receipts = receipts
        self.time = time
        self.random = random
    }

    /// Calls the endpoint and returns the payload of the response.
    public func send<Payload>(_ endpoint: Endpoint<Payload>) async throws -> Payload {
        try await response(endpoint).value
    }

    /// Calls the endpoint and returns the single value of the response.
    public func value<Value>(of endpoint: Endpoint<Keyed<Value>>) async throws -> Value {
        try await send(endpoint).value
    }

    /// Calls an endpoint whose response carries only a message.
    public func perform(_ endpoint: Endpoint<MessageData>) async throws {
        _ = try await send(endpoint)
    }

    /// Calls the endpoint and returns the payload of the response with its version, its time and its receipt.
    @concurrent public func response<Payload>(_ endpoint: Endpoint<Payload>) async throws -> Response<Payload> {
        let response: Response<Payload> = try decoder.response(from: await response(to: endpoint), now: time.date)
        if let receipts, endpoint.route.method != .get, let receipt = response.receipt { await receipts(receipt) }
        return response
    }

    /// Returns the resource if its version differs from `tag`, and otherwise `nil`.
    ///
    /// - Parameters:
    ///   - endpoint: An endpoint that returns the resource.
    ///   - tag: The version that the caller has, sent as `If-None-Match`.
    @concurrent public func revalidate<Payload>(
        _ endpoint: Endpoint<Payload>, since tag: EntityTag
    ) async throws -> Response<Payload>? {
        var endpoint = endpoint
        endpoint.ifNoneMatch = tag
        let response = try await response(to: endpoint)
        return response.status == 304 ? nil : try decoder.response(from: response, now: time.date)
    }

    /// Returns the body of an endpoint that returns a resource such as an image instead of an envelope.
    @concurrent public func content(of endpoint: Endpoint<Data>) async throws -> Data {
        try ResponseDecoder.content(from: try await response(to: endpoint, accepting: "*/*"), now: time.date)
    }

    /// Opens an endpoint whose body is read while it arrives. Returns after a success status and the headers have
    /// arrived.
    ///
    /// The request passes through the middleware like any other call. Only the head of the response is subject to the
    /// deadline. The client sends the request once; the caller decides when to open the stream again.
    ///
    /// - Parameters:
    ///   - endpoint: An endpoint whose response is a stream.
    ///   - lastEventID: The position at which an earlier stream ended, for the `Last-Event-ID` field.
    ///   - mediaType: The media type that the caller reads.
    @concurrent public func open<Payload>(
        _ endpoint: Endpoint<Payload>, after lastEventID: String? = nil,
        accepting mediaType: String = "text/event-stream"
    ) async throws -> HTTPStream {
        var request = try endpoint.request(to: server, accepting: mediaType)
        if let lastEventID {
            do {
                try request.headers.set(.lastEventID, to: lastEventID)
            } catch {
                throw APIError.invalidRequest(reason: "the header \(error.name) has a control character")
            }
        }
        let opening = StreamOpening(transport)
        do {
            let response = try await deadline.run { [request] in
                try await pass(request, route: endpoint.route, to: opening.send).get()
            }
            _ = try ResponseDecoder.content(from: response, now: time.date)
            return try opening.stream()
        } catch {
            opening.close()
            throw (error as? TransportError).map(APIError.transport) ?? error
        }
    }

    /// Decodes JSON that arrived without an envelope. The client's event catalogue gives the types of event data.
    func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        try decoder.value(type, from: data)
    }

    func response<Payload>(
        to endpoint: Endpoint<Payload>, accepting mediaType: String = "application/json"
    ) async throws -> HTTPResponse {
        let request = try endpoint.request(to: server, accepting: mediaType)
        let route = endpoint.route
        let end = time.uptime + deadline.limit
        return try await deadline.run { try await persist(request, route: route, until: end) }
    }

    /// Sends the request until a response is final. The error states if an attempt may have had its effect.
    private func persist(_ request: HTTPRequest, route: Route, until end: Duration) async throws -> HTTPResponse {
        var mayHaveArrived = false
        do {
            return try await persist(request, route: route, until: end, noting: &mayHaveArrived)
        } catch APIError.transport(let error) where mayHaveArrived && error.preventsRequest {
            // The error of the last attempt would deny the effect of an earlier attempt.
            throw APIError.transport(.connectionLost)
        }
    }

    /// Sends the request until a response is final.
    ///
    /// - Parameter mayHaveArrived: Set to `true` once an attempt that is not the last one may have reached the server.
    private func persist(
        _ request: HTTPRequest, route: Route, until end: Duration, noting mayHaveArrived: inout Bool
    ) async throws -> HTTPResponse {
        var attempt = 1
        while true {
            try Task.checkCancellation()
            let outcome = try await pass(request, route: route, to: transport.send)
            budget.record(outcome)
            guard
                let pause = retry.pause(
                    after: outcome, to: request, attempt: attempt, now: time.date, random: random),
                budget.allowsRetry, pause < end - time.uptime
            else {
                do { return try outcome.get() } catch { throw APIError.transport(error) }
            }
            mayHaveArrived = mayHaveArrived || !outcome.isUnsent
            try await time.sleep(for: pause)
            attempt += 1
        }
    }

    /// Sends the request once, through all middleware.
    ///
    /// - Returns: The response or the transport's error.
    /// - Throws: The middleware's own errors, and `CancellationError`.
    private func pass(
        _ request: HTTPRequest, route: Route, to send: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) async throws -> Result<HTTPResponse, TransportError> {
        var next = send
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

extension APIClient {
    /// Returns the body of a resource such as an image with its version, or `nil` if its version still equals `tag`.
    ///
    /// - Parameters:
    ///   - endpoint: An endpoint that returns the resource itself instead of an envelope.
    ///   - tag: The version that the caller has; `nil` always loads the resource.
    @concurrent public func content(
        of endpoint: Endpoint<Data>, since tag: EntityTag?
    ) async throws -> Response<Data>? {
        var endpoint = endpoint
        endpoint.ifNoneMatch = tag
        let response = try await response(to: endpoint, accepting: "*/*")
        if tag != nil, response.status == 304 { return nil }
        let content = try ResponseDecoder.content(from: response, now: time.date)
        return Response(value: content, receipt: nil, headers: response.headers)
    }
}
