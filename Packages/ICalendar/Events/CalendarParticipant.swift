import Foundation

/// The address of an organizer or attendee: a URI.
///
/// No method creates an email address of a person. The method ``opaque(_:)`` is for programs that match replies by an
/// identifier.
public struct CalendarUserAddress: Hashable, Sendable {
    /// The URI, without spaces and control characters.
    public let uri: String

    /// Creates an address from a URI such as `urn:uuid:...`. The result is `nil` if it is empty, or if it contains
    /// spaces or control characters.
    public init?(uri: String) {
        guard uri.contains(":"), uri.unicodeScalars.allSatisfy({ $0.value > 0x20 && !(0x7F...0xA0).contains($0.value) })
        else { return nil }
        self.uri = uri
    }

    /// Returns an identifier that only its issuer understands: `urn:x-orbit:` and the percent-encoded identifier.
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

/// An organizer or attendee, with the data that the caller wants to write to a file.
public struct CalendarParticipant: Hashable, Sendable {
    /// The response to an invitation (PARTSTAT).
    public enum Response: String, CaseIterable, Hashable, Sendable {
        /// There is no response yet.
        case needsAction = "NEEDS-ACTION"
        /// The person attends.
        case accepted = "ACCEPTED"
        /// The person does not attend.
        case declined = "DECLINED"
        /// The person may attend.
        case tentative = "TENTATIVE"
        /// Another person attends instead.
        case delegated = "DELEGATED"
    }

    /// The address for messages, or an opaque identifier.
    public var address: CalendarUserAddress
    /// The name to show (CN), or `nil` for no name.
    public var name: String?
    /// The response, or `nil` if the file does not contain a response, as for organizers.
    ///
    /// Unknown values are read as `needsAction` (RFC 5545, 3.2.12).
    public var response: Response?

    /// Creates a participant.
    public init(address: CalendarUserAddress, name: String? = nil, response: Response? = nil) {
        self.address = address
        self.name = name
        self.response = response
    }
}
