// The declarations of PhotosUI that OrbitKit's views use. `View.swift` of the stub of SwiftUI states the limits.

public import Foundation
public import SwiftUI

public protocol Transferable {}

extension Data: Transferable {}

public struct PhotosPickerItem: Hashable, Sendable {
    public struct EncodingDisambiguationPolicy: Hashable, Sendable {
        public static let automatic = EncodingDisambiguationPolicy()
        public static let compatible = EncodingDisambiguationPolicy()
    }

    public func loadTransferable<T: Transferable>(type: T.Type) async throws -> T? { fatalError() }
}

public struct PHPickerFilter: Equatable, Sendable {
    public static let images = PHPickerFilter()
}

public struct PhotosPicker<Label: View>: PrimitiveView {}

extension PhotosPicker where Label == Text {
    public init<S: StringProtocol>(
        _ title: S, selection: Binding<PhotosPickerItem?>, matching filter: PHPickerFilter? = nil,
        preferredItemEncoding: PhotosPickerItem.EncodingDisambiguationPolicy = .automatic
    ) {}
}
