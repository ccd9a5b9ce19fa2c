#if os(Linux)
    extension TransportError {
        /// `nil` for success.
        ///
        /// - Parameters:
        ///   - curlCode: a CURLcode, or one of ``CURLTransfer``'s own.
        ///   - message: libcurl's own words, which tell apart what its code does not.
        init?(curlCode: Int32, message: UnsafePointer<CChar>) {
            switch curlCode {
            case 0: return nil
            // The address, proxy or host name is of no use, or nothing listens there.
            case CURLTransfer.cannotBegin, 3, 5, 6, 7: self = .cannotConnect
            case 28: self = .timedOut
            case 35: self = Self(handshakeMessage: String(cString: message))
            case 51, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98: self = .untrusted
            // Other protocols, heads and encodings that cannot be read.
            case 1, 8, 27, 61, 100: self = .malformedResponse
            case 63: self = .responseTooLarge(limit: 0)
            case 56 where String(cString: message).contains("chunk"): self = .malformedResponse
            default: self = .connectionLost
            }
        }

        /// A handshake that breaks off has carried no request, and proves nothing against the server.
        private init(handshakeMessage: String) {
            let message = handshakeMessage.lowercased()
            let isBrokenOff = ["reset", "syscall", "unexpected eof", "connection"].contains { message.contains($0) }
            self = isBrokenOff ? .cannotConnect : .untrusted
        }
    }
#endif
