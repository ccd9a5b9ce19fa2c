#if os(Linux)
    import CurlBinding
    import Foundation

    extension HTTPResponse {
        /// Returns the body without its content coding, which is gzip or absent, because the request allows no other
        /// coding.
        ///
        /// - Throws: `TransportError.responseTooLarge` above `limit` bytes, `.malformedResponse` for other codings and
        ///   bad data.
        func unpackedBody(limit: Int) throws(TransportError) -> Data {
            // libcurl could decode the body, but it accepts a truncated file as complete.
            guard let name = HeaderName("content-encoding") else { return body }
            let codings = headers.values(of: name).flatMap { $0.split(separator: ",") }
                .map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
                .filter { !["", "identity"].contains($0) }
            guard !codings.isEmpty, !body.isEmpty else { return body }
            guard codings == ["gzip"] || codings == ["x-gzip"] else { throw .malformedResponse }
            var output = Output(limit: limit)
            let result = body.withUnsafeBytes { bytes in
                let start = bytes.bindMemory(to: UInt8.self).baseAddress
                return withUnsafeMutablePointer(to: &output) { output in
                    curl_binding_unpack(
                        start, bytes.count,
                        { piece, count, context in
                            context?.assumingMemoryBound(to: Output.self).pointee
                                .take(UnsafeRawBufferPointer(start: piece, count: count)) ?? 0
                        }, output)
                }
            }
            switch Int(result) {
            case CURL_BINDING_UNPACKED: return output.body
            case CURL_BINDING_REFUSED: throw .responseTooLarge(limit: limit)
            default: throw .malformedResponse
            }
        }

        private struct Output {
            let limit: Int
            var body = Data()

            /// - Returns: 0 if the output would exceed the limit, otherwise 1.
            mutating func take(_ piece: UnsafeRawBufferPointer) -> Int32 {
                guard piece.count <= limit - body.count else { return 0 }
                body.append(contentsOf: piece)
                return 1
            }
        }
    }
#endif
