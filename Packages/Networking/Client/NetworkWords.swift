public import OrbitModels

extension TransportError: TranslatableError {
    /// The sentences of transport errors.
    public static let vocabulary = Vocabulary(
        "transport_error",
        [
            "cannot_connect": "The server cannot be reached. Check your connection and try again.",
            "connection_lost": "The connection was lost. Check your connection and try again.",
            "timed_out": "The server took too long to answer. Try again in a moment.",
            "untrusted": "The server could not prove who it is. Use another network, or try again later.",
            "insecure": "The connection would not be encrypted. Use an https address.",
            "redirect_refused": "The server sent the app to an address that is not safe. Try again later.",
            "response_too_large":
                "The server's answer is too large. Try again. If that does not help, update the app.",
            "malformed_response": "The app could not read the server's answer. Try again in a moment.",
            "streams_unsupported": "Live updates are not possible here. Load again to see what is new.",
            "out_of_resources": "The app has too many connections open. Close it, open it again, then try again.",
            "cancelled": "The request was cancelled.",
        ])

    /// Returns a sentence that says what to do next.
    public func message(in words: LocalizedStrings) -> String { words.sentence(sentence, in: Self.vocabulary) }

    private var sentence: String {
        switch self {
        case .cannotConnect: "cannot_connect"
        case .connectionLost: "connection_lost"
        case .timedOut: "timed_out"
        case .untrusted: "untrusted"
        case .insecure: "insecure"
        case .redirectRefused: "redirect_refused"
        case .responseTooLarge: "response_too_large"
        case .malformedResponse: "malformed_response"
        case .streamsUnsupported: "streams_unsupported"
        case .outOfResources: "out_of_resources"
        case .cancelled: "cancelled"
        }
    }
}

extension APIError: TranslatableError {
    /// The sentences of failed calls. The sentence `unexpected_status` has the parameter `status`.
    ///
    /// The case `transport` has the sentences of ``TransportError``, and the case `problem` those of the server.
    public static let vocabulary = Vocabulary(
        "api_error",
        [
            "invalid_request": "The app cannot send this. Check what you have entered, or update the app.",
            "deadline_exceeded": "The server took too long to answer. Try again in a moment.",
            "unexpected_status":
                "The server did not answer as expected (status {status}). If your network asks you to sign in, do that. Then try again.",
            "malformed_response":
                "The app could not read the server's answer. Try again. If that does not help, update the app.",
        ])

    /// Returns a sentence that says what to do next.
    ///
    /// For a problem this is the server's sentence, unless the front end has its own for the code.
    public func message(in words: LocalizedStrings) -> String {
        switch self {
        case .transport(let error): error.message(in: words)
        case .problem(_, let problem): problem.message(in: words)
        case .invalidRequest: words.sentence("invalid_request", in: Self.vocabulary)
        case .deadlineExceeded: words.sentence("deadline_exceeded", in: Self.vocabulary)
        case .unexpectedStatus(let status):
            words.sentence("unexpected_status", in: Self.vocabulary, ["status": .integer(status)])
        case .malformedResponse: words.sentence("malformed_response", in: Self.vocabulary)
        }
    }
}

extension ServerAddress.Invalid: TranslatableError {
    /// The sentences of invalid addresses.
    public static let vocabulary = Vocabulary(
        "server_address",
        [
            "scheme": "The server address must begin with https://.",
            "insecure":
                "The server address must begin with https://. Only addresses of this machine may begin with http://.",
            "credentials": "The server address must not contain a user name or password.",
            "query": "The server address must not contain a query or fragment.",
            "host": "The server address has no valid host name.",
            "port": "The port of the server address must be a number from 1 to 65535.",
            "path": "The path of the server address must be simple, such as /api.",
        ])

    /// Returns a sentence that says what to do next.
    public func message(in words: LocalizedStrings) -> String {
        switch self {
        case .scheme: words.sentence("scheme", in: Self.vocabulary)
        case .insecure: words.sentence("insecure", in: Self.vocabulary)
        case .credentials: words.sentence("credentials", in: Self.vocabulary)
        case .query: words.sentence("query", in: Self.vocabulary)
        case .host: words.sentence("host", in: Self.vocabulary)
        case .port: words.sentence("port", in: Self.vocabulary)
        case .path: words.sentence("path", in: Self.vocabulary)
        }
    }
}

extension Vocabulary {
    /// The vocabularies of this module.
    public static let networking = [
        TransportError.vocabulary, APIError.vocabulary, ServerAddress.Invalid.vocabulary,
    ]
}
