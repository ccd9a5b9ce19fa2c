#if os(Linux)
    import CurlBinding
    import Foundation

    /// Receives the data of a transfer. All calls are made on the loop's thread.
    protocol CURLReceiver: AnyObject, Sendable {
        /// Receives the complete final head.
        func receive(head: [UInt8])
        func receive(_ bytes: UnsafeRawBufferPointer) -> CURLReception
        func finish(_ error: TransportError?)
    }

    enum CURLReception {
        case taken
        /// The bytes are offered again after the loop is asked to resume.
        case pause
        case refuse(TransportError)
    }

    /// A request that libcurl performs.
    // Unchecked, because the compiler cannot see that only the loop's thread uses the variables. The loop receives the
    // transfer through the inbox, after `init`. Other threads use only the reference.
    final class CURLTransfer: @unchecked Sendable {
        /// The codes of transfers that end without a code of libcurl.
        static let cannotBegin: Int32 = -1
        static let isStopped: Int32 = -2

        /// The handle of libcurl, while the transfer is active.
        private(set) var handle: UnsafeMutableRawPointer?
        var isAbandoned = false
        /// Whether a reused connection has failed, so that the transfer needs a new connection.
        var needsNewConnection = false
        private let request: HTTPRequest
        private let limits: CURLLimits
        private let isStream: Bool
        private let receiver: any CURLReceiver
        private var fields: UnsafeMutableRawPointer?
        private let message: UnsafeMutablePointer<CChar>
        private var uploaded = 0
        private var head = CURLHead()
        private var refusal: TransportError?

        init(_ request: HTTPRequest, limits: CURLLimits, isStream: Bool, receiver: any CURLReceiver) {
            self.request = request
            self.limits = limits
            self.isStream = isStream
            self.receiver = receiver
            message = .allocate(capacity: 256)
            message.initialize(repeating: 0, count: 256)
        }

        deinit {
            message.deallocate()
        }

        /// Starts the transfer.
        ///
        /// - Returns: Whether the transfer is active now.
        func begin(_ handle: UnsafeMutableRawPointer, in multi: UnsafeMutableRawPointer) -> Bool {
            guard let address = request.curlAddress else { return false }
            let lines = request.curlFields(unpacks: !isStream && curl_binding_can_unpack() != 0).map { strdup($0) }
            defer { for line in lines { free(line) } }
            fields = address.withCString { url in
                request.method.rawValue.withCString { method in
                    var description = description(url: url, method: method)
                    let constants = lines.map { UnsafePointer($0) }
                    return curl_binding_add(multi, handle, &description, constants, constants.count)
                }
            }
            guard fields != nil else { return false }
            self.handle = handle
            return true
        }

        func end(in multi: UnsafeMutableRawPointer) {
            guard let handle else { return }
            curl_binding_remove(multi, handle, fields)
            (self.handle, fields) = (nil, nil)
        }

        func finish(_ code: Int32) {
            var error = refusal ?? TransportError(curlCode: code, message: message)
            if case .responseTooLarge(limit: 0) = error { error = .responseTooLarge(limit: limits.bytes) }
            receiver.finish(error ?? (head.isWhole ? nil : .connectionLost))  // libcurl reports success for half a head
        }

        private func description(url: UnsafePointer<CChar>, method: UnsafePointer<CChar>) -> curl_binding_request {
            let mayHaveBody = [.post, .put, .patch].contains(request.method) || !request.body.isEmpty
            return curl_binding_request(
                url: url, method: method, is_head: request.method == .head ? 1 : 0, has_body: mayHaveBody ? 1 : 0,
                body_length: Int64(request.body.count), is_repeatable: request.method.isIdempotent ? 1 : 0,
                needs_new_connection: needsNewConnection ? 1 : 0, is_local: request.url.scheme == "https" ? 0 : 1,
                byte_limit: isStream ? 0 : Int64(limits.bytes),
                total_milliseconds: limits.totalMilliseconds, connect_milliseconds: limits.connectMilliseconds,
                idle_seconds: isStream ? max(CURLLimits.streamIdleSeconds, limits.idleSeconds) : limits.idleSeconds,
                message: message,
                context: Unmanaged.passUnretained(self).toOpaque(),
                on_header: { bytes, size, count, context in
                    CURLTransfer.with(context) {
                        $0.take(head: UnsafeRawBufferPointer(start: bytes, count: size * count))
                    } ?? 0
                },
                on_body: { bytes, size, count, context in
                    CURLTransfer.with(context) {
                        $0.take(body: UnsafeRawBufferPointer(start: bytes, count: size * count))
                    } ?? 0
                },
                on_upload: { buffer, size, count, context in
                    CURLTransfer.with(context) {
                        $0.upload(UnsafeMutableRawBufferPointer(start: buffer, count: size * count))
                    }
                        ?? 0
                })
        }

        /// Calls `body` with the transfer of the context. The worker retains the transfer as long as libcurl uses it.
        private static func with(
            _ context: UnsafeMutableRawPointer?, _ body: (CURLTransfer) -> Int
        ) -> Int? {
            context.map { body(Unmanaged<CURLTransfer>.fromOpaque($0).takeUnretainedValue()) }
        }

        private func take(head bytes: UnsafeRawBufferPointer) -> Int {
            let wasWhole = head.isWhole
            if let error = head.append(line: bytes) {
                refusal = error
                return bytes.count == 0 ? 1 : 0  // any number except that of the bytes ends the transfer
            }
            if head.isWhole, !wasWhole {
                if isStream, let handle { curl_binding_end_total_timeout(handle) }
                receiver.receive(head: head.bytes)
            }
            return bytes.count
        }

        private func take(body bytes: UnsafeRawBufferPointer) -> Int {
            switch receiver.receive(bytes) {
            case .taken: return bytes.count
            case .pause: return Int(CURL_BINDING_PAUSE)
            case .refuse(let error):
                refusal = error
                return bytes.count == 0 ? 1 : 0  // any number except that of the bytes ends the transfer
            }
        }

        private func upload(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
            let rest = request.body.dropFirst(uploaded).prefix(buffer.count)
            rest.copyBytes(to: buffer)
            uploaded += rest.count
            return rest.count
        }
    }

    extension TransportError {
        /// Creates the error of a code, or `nil` for success.
        ///
        /// - Parameters:
        ///   - curlCode: A CURLcode, or a code of ``CURLTransfer``.
        ///   - message: libcurl's message, which distinguishes errors with the same code.
        fileprivate init?(curlCode: Int32, message: UnsafePointer<CChar>) {
            switch curlCode {
            case 0: return nil
            // The address, proxy or host name is unusable, or no server listens there.
            case CURLTransfer.cannotBegin, 3, 5, 6, 7: self = .cannotConnect
            case 28: self = .timedOut
            case 35: self = Self(handshakeMessage: String(cString: message))
            case 51, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98: self = .untrusted
            // Other protocols, and heads and encodings that cannot be read.
            case 1, 8, 27, 61, 100: self = .malformedResponse
            case 63: self = .responseTooLarge(limit: 0)
            case 56 where String(cString: message).contains("chunk"): self = .malformedResponse
            default: self = .connectionLost
            }
        }

        /// Creates the error of a failed handshake. A handshake that breaks off has not sent the request, and does not
        /// prove that the server is untrusted.
        private init(handshakeMessage: String) {
            let message = handshakeMessage.lowercased()
            let isBrokenOff = ["reset", "syscall", "unexpected eof", "connection"].contains { message.contains($0) }
            self = isBrokenOff ? .cannotConnect : .untrusted
        }
    }
#endif
