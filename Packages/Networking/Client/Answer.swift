public import Foundation

/// A good answer: its payload, and what the headers say about it.
public struct Answer<Value: Sendable>: Sendable {
    public let value: Value
    /// The version of the resource, for a later ``Endpoint/ifMatch`` or ``APIClient/revalidate(_:since:)``.
    public let entityTag: EntityTag?

    /// The ``entityTag`` of what cannot be replaced without one.
    public var version: EntityTag {
        get throws(APIError) {
            guard let entityTag else { throw .malformedResponse(reason: "the answer has no ETag") }
            return entityTag
        }
    }

    private let dateField: String?

    /// The time by the server's clock when it answered.
    public var serverDate: Date? { dateField.flatMap(HTTPDate.date(from:)) }

    init(value: Value, headers: HTTPHeaders) {
        self.value = value
        entityTag = headers[.etag].map(EntityTag.init(rawValue:))
        dateField = headers[.date]
    }
}

extension Answer: Equatable where Value: Equatable {}
