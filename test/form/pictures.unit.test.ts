import { textsOfForms, textsOfPictures } from '../support/pictures';

test('the pictures in docs/images show the form as it is: `npm run pictures` takes them again', () => {
	expect(textsOfPictures()).toBe(textsOfForms());
});
