import OrbitModels

/// Values without parts. The result `nil` leaves the value to `JSONDecoder`, which decodes it or reports its error.
extension JSONDocument {
    func truth(at place: Int) -> Bool? {
        switch entries[place].kind {
        case .yes: true
        case .no: false
        default: nil
        }
    }

    /// Returns `nil` for numbers of more than 18 bytes, and for numbers with other characters than digits and a minus
    /// sign.
    func integer<Number: FixedWidthInteger>(at place: Int) -> Number? {
        let entry = entries[place]
        guard entry.kind == .number, entry.isPlain, entry.length <= 18 else { return nil }
        var (value, isNegative) = (0, false)
        for byte in bytes[content(entry)] {
            if byte == UInt8(ascii: "-") { isNegative = true } else { value = value &* 10 &+ Int(byte & 0xF) }
        }
        return Number(exactly: isNegative ? -value : value)
    }

    /// Returns `nil` for numbers of more than 15 digits and for those with an exponent.
    ///
    /// All other numbers are a whole number divided by a power of ten. Both are exact, so the quotient is the nearest
    /// `Double` (Clinger, "How to Read Floating Point Numbers Accurately", 1990).
    func double(at place: Int) -> Double? {
        let entry = entries[place]
        guard entry.kind == .number, entry.length <= 17 else { return nil }
        var (value, digits, decimals) = (0, 0, 0)
        var (isNegative, hasPoint) = (false, false)
        for byte in bytes[content(entry)] {
            switch byte {
            case UInt8(ascii: "-"): isNegative = true
            case UInt8(ascii: "."): hasPoint = true
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                value = value &* 10 &+ Int(byte & 0xF)
                digits &+= 1
                if hasPoint { decimals &+= 1 }
            default: return nil
            }
        }
        guard digits <= 15 else { return nil }
        let number = Double(value) / Self.powersOfTen[decimals]
        return isNegative ? -number : number
    }

    /// The powers from 1 to 10¹⁵, all exact.
    private static let powersOfTen: [Double] = (0...15).map { (0..<$0).reduce(1) { power, _ in power * 10 } }
}
