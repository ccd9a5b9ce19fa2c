extension UInt8 {
    static let hyphen = UInt8(ascii: "-")
    var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
    var isLowercaseLetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self }
    var isLetter: Bool { isLowercaseLetter || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self }
}
