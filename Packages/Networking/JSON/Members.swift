import OrbitModels

/// The members of objects. If two members have the same name, the first counts.
extension JSONDocument {
    /// Returns the places of the values by name. Names that are canonically equivalent are equal.
    func members(of place: Int) -> [String: Int] {
        var members: [String: Int] = [:]
        members.reserveCapacity(Int(entries[place].length))
        let end = next(after: place)
        var name = place + 1
        while name < end {
            if let text = text(at: name), members[text] == nil { members[text] = name + 1 }
            name = next(after: name + 1)
        }
        return members
    }

    /// Whether the names are so few and plain that a linear search takes less time than a dictionary.
    func usesLinearSearch(_ place: Int) -> Bool { entries[place].isPlain && entries[place].length <= 64 }

    /// Returns the place of the value of the member with this name, compared byte by byte.
    func member(_ name: UnsafeBufferPointer<UInt8>, of place: Int) -> Int? {
        bytes.withUnsafeBufferPointer { bytes in
            entries.withUnsafeBufferPointer { entries in
                var member = place + 1
                let end = place + Int(entries[place].span)
                while member < end {
                    let entry = entries[member]
                    if entry.length == name.count {
                        let start = Int(entry.start)
                        var index = 0
                        while index < name.count, bytes[start &+ index] == name[index] { index &+= 1 }
                        if index == name.count { return member + 1 }
                    }
                    member = member &+ 1 &+ Int(entries[member &+ 1].span)
                }
                return nil
            }
        }
    }
}

extension ValueReader {
    /// Returns the place of the value of a member of this object, or `nil` if the member is missing.
    func member(_ name: String) -> Int? {
        guard document.usesLinearSearch(place) else { return members[name] }
        var name = name
        let found: Int? = name.withUTF8 { bytes in
            if let place = document.member(bytes, of: place) { return place }
            return bytes.allSatisfy { $0 < 0x80 } ? nil : Self.notASCII
        }
        return found == Self.notASCII ? members[name] : found
    }

    /// A result that means "use the dictionary". A name that is not ASCII may be equivalent to an ASCII name.
    private static var notASCII: Int { -1 }
}
