package import Foundation

// Servers of other versions send some values in other forms, and a client reads them all. A server that read such forms
// in requests would accept what its contract refuses.
extension OrbitJSON {
    /// A decoder like ``decoder`` for the bodies of requests, which accepts only the forms of the contract.
    ///
    /// An identifier has to be a string, and a photo an object. No name on another network is null.
    package static let requestDecoder: JSONDecoder = {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = Self.decoder.dateDecodingStrategy
        if let key = CodingUserInfoKey.readsRequest { decoder.userInfo[key] = true }
        return decoder
    }()
}

extension Decoder {
    /// Whether the value is part of a request, read with ``OrbitJSON/requestDecoder``.
    ///
    /// Reading it takes longer than decoding a short text.
    var readsRequest: Bool { CodingUserInfoKey.readsRequest.map { userInfo[$0] != nil } ?? false }
}

extension CodingUserInfoKey {
    fileprivate static let readsRequest = CodingUserInfoKey(rawValue: "orbit.reads-request")
}
