import Foundation

/// The address of an organizer or attendee: a URI.
///
/// Nothing here makes an email address of a person. ``opaque(_:)`` is for programs that match replies by an identifier.
public struct CalendarUserAddress: Hashable, Sendable {
    /// The URI, without spaces and control characters.
    public let uri: String

    /// An address as it is, such as `urn:uuid:...`; `nil` if it is empty, or holds spaces or control characters.
    public init?(uri: String) {
        guard uri.contains(":"), uri.unicodeScalars.allSatisfy({ $0.value > 0x20 && !(0x7F...0xA0).contains($0.value) })
        else { return nil }
        self.uri = uri
    }

    /// An identifier that means something to its issuer alone: `urn:x-orbit:` and the identifier, percent-encoded.
    public static func opaque(_ identifier: String) -> CalendarUserAddress {
        let digits = Array("0123456789ABCDEF")
        var uri = "urn:x-orbit:"
        for byte in identifier.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                uri.unicodeScalars.append(Unicode.Scalar(byte))
            default: uri += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
            }
        }
        return CalendarUserAddress(unchecked: uri)
    }

    private init(unchecked uri: String) {
        self.uri = uri
    }
}

/// An organizer or attendee, as far as the caller wants a file to name them.
public struct CalendarParticipant: Hashable, Sendable {
    /// The response to an invitation (PARTSTAT).
    public enum Response: String, CaseIterable, Hashable, Sendable {
        /// No response yet.
        case needsAction = "NEEDS-ACTION"
        /// The person comes.
        case accepted = "ACCEPTED"
        /// The person does not come.
        case declined = "DECLINED"
        /// The person may come.
        case tentative = "TENTATIVE"
        /// Another person comes instead.
        case delegated = "DELEGATED"
    }

    /// Where messages go, or an opaque identifier.
    public var address: CalendarUserAddress
    /// The name to show (CN); `nil` is none.
    public var name: String?
    /// `nil` if the file says none, as for organizers. Unknown words read as `needsAction` (RFC 5545, 3.2.12).
    public var response: Response?

    /// Creates a participant.
    public init(address: CalendarUserAddress, name: String? = nil, response: Response? = nil) {
        self.address = address
        self.name = name
        self.response = response
    }
}
