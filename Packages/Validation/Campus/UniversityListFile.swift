public import Foundation
public import OrbitModels

extension CampusRegistry {
    /// The most bytes of a list that are read: 16 MiB. The published list has 2.3 MB.
    public static let listBytes = 16 * 1_024 * 1_024
    /// The most entries of a list. The published list has 10,000.
    static let listEntries = 100_000

    /// Reads the university-domains list (Hipo) from a file; see ``universities(fromJSON:)``. No more of it is read than
    /// ``listBytes``.
    ///
    /// Throws ``ValidationError/unreadableUniversityList`` or ``ValidationError/universityListTooLarge(maxBytes:)``.
    public static func universities(at file: URL) throws(ValidationError) -> LossyList<University> {
        let data: Data
        do {
            let handle = try FileHandle(forReadingFrom: file)
            defer { try? handle.close() }  // it was read, and nothing was written
            data = try handle.read(upToCount: listBytes + 1) ?? Data()
        } catch {
            throw .unreadableUniversityList
        }
        return try universities(fromJSON: data)
    }

    /// Reads the university-domains list (Hipo): a JSON array of `name`, `country`, `alpha_two_code`, `domains`,
    /// `web_pages`. Other members are ignored; broken elements are set aside.
    ///
    /// Throws ``ValidationError/unreadableUniversityList`` if it is not a JSON array, and
    /// ``ValidationError/universityListTooLarge(maxBytes:)`` if it has more than ``listBytes`` or 100,000 entries.
    public static func universities(fromJSON data: Data) throws(ValidationError) -> LossyList<University> {
        guard data.count <= listBytes, entries(in: data) <= listEntries else {
            throw .universityListTooLarge(maxBytes: listBytes)
        }
        do {
            return try OrbitJSON.decoder.decode(LossyList<University>.self, from: data)
        } catch {
            throw .unreadableUniversityList
        }
    }

    /// How many elements an array of JSON has at most; nothing is decoded.
    private static func entries(in json: Data) -> Int {
        var (depth, commas, isInString, isEscaped) = (0, 0, false, false)
        for byte in json {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: ",") where depth == 1: commas += 1
            default: break
            }
        }
        return commas + 1
    }
}
