public import Foundation
public import OrbitModels
public import TimeAndChance

/// Calls the endpoints of one server: builds the request, sends it through the middleware and the transport,
/// repeats it where that is safe, and reads the envelope of the response.
///
/// ```swift
/// let client = APIClient(server: try ServerAddress("https://orbit.example/api"), transport: SystemTransport())
/// let health = try await client.send(Endpoint<MessageData>(Route(.get, "/health", access: .anyone)))
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
    private let decoder: ResponseDecoder
    private let receipts: (@Sendable (LogReceipt) async -> Void)?
    let time: any TimeSource
    private let random: RandomSource

    /// - Parameters:
    ///   - middleware: the first is outermost; every attempt passes through all of them.
    ///   - budget: share one among all clients of the same server.
    ///   - deadline: the most a call may take, with its middleware, its repetitions and the waits between them.
    ///   - events: how the data of the events in receipts is read.
    ///   - receipts: takes the receipt of each action, that is of each successful call that is not a GET, before the
    ///     call returns.
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

    /// The payload of the response.
    public func send<Payload>(_ endpoint: Endpoint<Payload>) async throws -> Payload {
        try await response(endpoint).value
    }

    /// The one value of the response.
    public func value<Value>(of endpoint: Endpoint<Named<Value>>) async throws -> Value {
        try await send(endpoint).value
    }

    /// For a response that carries only a message.
    public func perform(_ endpoint: Endpoint<MessageData>) async throws {
        _ = try await send(endpoint)
    }

    /// The payload of the response with its version, its time and its receipt.
    @concurrent public func response<Payload>(_ endpoint: Endpoint<Payload>) async throws -> Response<Payload> {
        let response: Response<Payload> = try decoder.response(from: await response(to: endpoint), now: time.date)
        if let receipts, endpoint.route.method != .get, let receipt = response.receipt { await receipts(receipt) }
        return response
    }

    /// The resource if it is no longer the version `tag` names, `nil` if it still is.
    @concurrent public func revalidate<Payload>(
        _ endpoint: Endpoint<Payload>, since tag: EntityTag
    ) async throws -> Response<Payload>? {
        var endpoint = endpoint
        endpoint.ifNoneMatch = tag
        let response = try await response(to: endpoint)
        return response.status == 304 ? nil : try decoder.response(from: response, now: time.date)
    }

    /// The body of an endpoint that returns a resource such as an image instead of an envelope.
    @concurrent public func content(of endpoint: Endpoint<Data>) async throws -> Data {
        try ResponseDecoder.content(from: try await response(to: endpoint, accepting: "*/*"), now: time.date)
    }

    /// Opens an endpoint whose body is read while it arrives; returns once a good status and the headers are there.
    ///
    /// It passes through the middleware like any call, and only its head is subject to the deadline. It is sent once:
    /// when to open again is for the reader to say.
    ///
    /// - Parameters:
    ///   - lastEventID: where an earlier stream was left, for the `Last-Event-ID` field.
    ///   - mediaType: what the caller reads.
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

    /// Reads JSON that came without an envelope, with the events that the client knows.
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

    /// Sends until there is a final response.
    private func persist(_ request: HTTPRequest, route: Route, until end: Duration) async throws -> HTTPResponse {
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
            try await time.sleep(for: pause)
            attempt += 1
        }
    }

    /// One attempt, through all middleware. Errors that are not the transport's are the middleware's own.
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
    /// The response of an endpoint that gives the thing itself, such as an image, with its version; `nil` if that
    /// still is the version `tag` names.
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
