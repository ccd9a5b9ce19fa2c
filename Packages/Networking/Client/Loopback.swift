import Foundation

/// The names of this machine, to which plain http is as safe as https.
enum Loopback {
    /// `localhost`, `127.0.0.0/8` in four decimal numbers, `::1` with or without brackets.
    static func contains(_ host: String) -> Bool {
        if ["localhost", "::1", "[::1]"].contains(host.lowercased()) { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 4 && numbers[0] == "127"
            && numbers.allSatisfy { number in
                number.utf8.count <= 3 && number.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } && UInt8(number) != nil
            }
    }
}

extension URL {
    /// Whether credentials may be sent there. The scheme is in lower case: FoundationNetworking stops the process at any
    /// other spelling.
    var isEncryptedOrLocal: Bool {
        switch scheme {
        case "https": true
        case "http": Loopback.contains(host() ?? "")
        default: false
        }
    }
}
