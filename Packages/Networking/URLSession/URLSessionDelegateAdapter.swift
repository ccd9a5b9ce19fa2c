import Foundation
import TimeAndChance

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The requests of a session that await a response, and its open streams. Each request gets exactly one response, and
/// later events of its task are ignored.
final class URLSessionDelegateAdapter: NSObject, URLSessionDataDelegate, Sendable {
    private struct Exchange {
        let continuation: CheckedContinuation<Result<HTTPResponse, TransportError>, Never>
        let end: Duration
        var body = Data()
    }

    private let byteLimit: Int
    private let time: any TimeSource
    private let underWay = LockedState<[Int: Exchange]>([:])
    private let streams = LockedState<[Int: URLSessionBody]>([:])

    init(byteLimit: Int, time: any TimeSource) {
        self.byteLimit = byteLimit
        self.time = time
    }

    /// Resumes the task and waits for its response. Data that arrives after `end`, an uptime of the clock, makes the
    /// request fail as timed out.
    func run(_ task: URLSessionTask, until end: Duration) async -> Result<HTTPResponse, TransportError> {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isCancelled = underWay.withLock { adapter in
                    adapter[task.taskIdentifier] = Exchange(continuation: continuation, end: end)
                    return Task.isCancelled  // a later cancellation finds the exchange
                }
                if isCancelled {
                    abandon(task, because: .cancelled)
                } else {
                    task.resume()
                }
            }
        } onCancel: {
            abandon(task, because: .cancelled)
        }
    }

    private func abandon(_ task: URLSessionTask, because error: TransportError) {
        answer(task) { _ in .failure(error) }
        // On Linux `cancel` waits for the delegate queue, and this code may run on that queue.
        DispatchQueue.global().async { task.cancel() }
    }

    private func answer(_ task: URLSessionTask, with outcome: (Data) -> Result<HTTPResponse, TransportError>) {
        let exchange = underWay.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        guard let exchange else { return }
        exchange.continuation.resume(returning: outcome(exchange.body))
    }

    /// Resumes the task and passes its response to `body`.
    func run(_ task: URLSessionTask, into body: URLSessionBody) {
        streams.withLock { $0[task.taskIdentifier] = body }
        task.resume()
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping ResponseHandler
    ) {
        let stream = streams.withLock { $0[dataTask.taskIdentifier] }
        if let response = response as? HTTPURLResponse { stream?.open(HTTPResponse(response, body: Data())) }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        if let stream = streams.withLock({ $0[dataTask.taskIdentifier] }) {
            stream.receive(data)
            return
        }
        let failure: TransportError? = underWay.withLock { adapter in
            let id = dataTask.taskIdentifier
            // Only one reference to the body exists here; otherwise appending would copy the body.
            guard let end = adapter[id]?.end, let count = adapter[id]?.body.count else { return nil }
            if time.uptime > end { return .timedOut }
            if count + data.count > byteLimit { return .responseTooLarge(limit: byteLimit) }
            adapter[id]?.body.append(data)
            return nil
        }
        if let failure { abandon(dataTask, because: failure) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        finish(task, error: error)
    }

    private func finish(_ task: URLSessionTask, error: (any Error)?) {
        if let stream = streams.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) {
            let response = task.response as? HTTPURLResponse
            if let response { stream.open(HTTPResponse(response, body: Data())) }
            stream.finish(error.map { TransportError($0, hasAnswerBegun: response != nil) })
            return
        }
        answer(task) { body in
            let response = task.response as? HTTPURLResponse
            if let error { return .failure(TransportError(error, hasAnswerBegun: response != nil)) }
            return response.map { .success(HTTPResponse($0, body: body)) } ?? .failure(.malformedResponse)
        }
    }

    #if canImport(FoundationNetworking)
        typealias RedirectHandler = (URLRequest?) -> Void
        typealias ResponseHandler = (URLSession.ResponseDisposition) -> Void
    #else
        typealias RedirectHandler = @Sendable (URLRequest?) -> Void
        typealias ResponseHandler = @Sendable (URLSession.ResponseDisposition) -> Void
    #endif

    /// Refuses the redirect. The transport sends the next request itself if ``RedirectRule`` allows it.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping RedirectHandler
    ) {
        #if canImport(FoundationNetworking)
            guard task.state == .running else { return }  // completing a cancelled task traps
        #endif
        completionHandler(nil)
    }

    #if canImport(FoundationNetworking)
        /// Ends a task with a 401 that asks for a password. Otherwise it would wait forever. The whole response has
        /// arrived at this point.
        func urlSession(
            _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            finish(task, error: nil)
            abandon(task, because: .cancelled)
        }
    #endif
}

extension HTTPResponse {
    fileprivate init(_ response: HTTPURLResponse, body: Data) {
        let fields = response.allHeaderFields.compactMap { name, value in
            (name as? String).flatMap { name in (value as? String).map { (name: name, value: $0) } }
        }
        self.init(status: response.statusCode, headers: HTTPHeaders(lenient: fields), body: body)
    }
}
