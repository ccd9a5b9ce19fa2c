import Foundation

/// A resolver for zone names in a file: IANA names, Windows names, and the file's own descriptions.
struct ZoneNames {
    private(set) var descriptions: [String: Component]
    /// The results of earlier searches. `nil` means that no zone was found.
    private var known: [String: CalendarZone?] = [:]
    private var described: [String: CalendarZone?] = [:]

    /// Creates a resolver.
    ///
    /// - Parameter descriptions: The file's VTIMEZONEs by TZID. Each is read once, on its first use.
    init(descriptions: [String: Component] = [:]) {
        self.descriptions = descriptions
    }

    /// Returns the zone with a name, or `nil` if neither the system nor the file defines it.
    mutating func zone(named name: String) -> CalendarZone? {
        if let zone = known[name] ?? described[name] { return zone }
        let system = Self.system(name).map(CalendarZone.init)
        if system == nil, let description = descriptions.removeValue(forKey: name) {
            let zone = ZoneDefinition(description).map(CalendarZone.init)
            described.updateValue(zone, forKey: name)
            return zone
        }
        if known.count < 1_000 { known.updateValue(system, forKey: name) }
        return system
    }

    /// Returns a zone of the system. The name may have a prefix, such as `/example.org/2026a/Europe/Berlin` (RFC 5545,
    /// 3.8.3.1).
    static func system(_ name: String) -> TimeZone? {
        guard name.utf8.count <= 200 else { return nil }
        if let windows = WindowsZones.names[name.lowercased()] { return TimeZone(identifier: windows) }
        let parts = name.split(separator: "/")
        for count in name.hasPrefix("/") ? [3, 2, 1] : [parts.count] where parts.count >= count {
            let identifier = parts.suffix(count).joined(separator: "/")
            if isIANA(identifier), let zone = TimeZone(identifier: identifier) { return zone }
        }
        return nil
    }

    /// Whether a text can be an IANA name. Other texts, such as paths, must not reach the system's search.
    private static func isIANA(_ name: String) -> Bool {
        name.first?.isLetter == true
            && name.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: "+"),
                    UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}
